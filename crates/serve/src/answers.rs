//! Answers in JSON, and refusals as sentences.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// The most bytes of a request.
pub const MOST_BYTES: usize = 1 << 20;

/// Why a request is not answered: a status and a sentence.
#[derive(Debug)]
pub struct Refusal(pub StatusCode, pub String);

/// An answer, or why there is none.
pub type Answer = Result<Json<Value>, Refusal>;

impl Refusal {
    /// What was asked for cannot be.
    pub fn input(why: impl std::fmt::Display) -> Refusal {
        Refusal(StatusCode::BAD_REQUEST, why.to_string())
    }

    /// There is no such thing.
    pub fn missing(what: impl std::fmt::Display) -> Refusal {
        Refusal(StatusCode::NOT_FOUND, what.to_string())
    }

    /// Too much is going on.
    pub fn busy(why: impl std::fmt::Display) -> Refusal {
        Refusal(StatusCode::TOO_MANY_REQUESTS, why.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Refusal {
        let text = format!("the request cannot be read: {}", rejection.body_text());
        Refusal(rejection.status(), text)
    }
}

/// Carries out what waits for the disk on a thread that may wait.
pub async fn waiting<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => {
            let text = "the server failed at this request".to_string();
            Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, text))
        }
    }
}
