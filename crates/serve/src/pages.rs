//! The files of the page, and the files of runs that it links to.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::answers::{Refusal, waiting};
use crate::lab::Lab;

/// Reports have their styles in them, and neither scripts nor anything from elsewhere.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-same-origin; \
     frame-ancestors 'none'";
/// Where the token stands in the first file.
const TOKEN_PLACE: &str = "<meta name=\"tetrarium-token\" content=\"";
/// The most bytes of a report.
const MOST: u64 = 64 << 20;

/// The page, and the reports of runs.
pub fn routes(lab: Arc<Lab>, token: String) -> Router {
    let index = tetrarium_web::file("index.html").expect("the page has a first file");
    let text = String::from_utf8_lossy(index.content);
    let with_token = text.replacen(TOKEN_PLACE, &format!("{TOKEN_PLACE}{token}"), 1);
    let index = move || {
        let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        std::future::ready((headers, with_token.clone()).into_response())
    };
    Router::new()
        .route("/", get(index.clone()))
        .route("/index.html", get(index))
        .route("/runs/{*name}", get(report))
        .route("/{*path}", get(file))
        .with_state(lab)
}

async fn file(Path(path): Path<String>) -> Response {
    match tetrarium_web::file(&path) {
        Some(file) => ([(header::CONTENT_TYPE, file.kind)], file.content).into_response(),
        None => Refusal::missing("the page has no such file").into_response(),
    }
}

/// A run's or a tournament's report, or its controller.
async fn report(
    State(lab): State<Arc<Lab>>,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let (name, file) = match name.rsplit_once('/') {
        Some((name, file)) => (name.to_string(), file.to_string()),
        None => return Err(Refusal::missing("there is no such file")),
    };
    let (kind, known) = match file.as_str() {
        "report.html" => ("text/html; charset=utf-8", "report.html"),
        "controller.toml" => ("text/plain; charset=utf-8", "controller.toml"),
        _ => return Err(Refusal::missing("there is no such file")),
    };
    let text = waiting(move || {
        let path = lab.names().folder(&name)?.join(known);
        let is_link = path.symlink_metadata().is_ok_and(|data| data.is_symlink());
        let text = match is_link {
            true => None,
            false => tetrarium_lab::files::read_plain(&path, MOST).ok(),
        };
        text.ok_or_else(|| Refusal::missing(format!("{name} has no {known}")))
    })
    .await?;
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    Ok((headers, text).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_has_its_place() {
        let index = tetrarium_web::file("index.html").unwrap();
        let text = std::str::from_utf8(index.content).unwrap();
        assert_eq!(text.matches(TOKEN_PLACE).count(), 1);
    }
}
