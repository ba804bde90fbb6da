//! The files of the page, for servers.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its path under the page's folder.
    pub path: &'static str,
    /// Its kind, for the header `Content-Type`.
    pub kind: &'static str,
    /// Its content.
    pub content: &'static [u8],
}

macro_rules! files {
    ($($path:literal $kind:literal),+ $(,)?) => {
        /// All files of the page.
        pub static FILES: &[File] = &[
            $(File {
                path: $path,
                kind: $kind,
                content: include_bytes!(concat!("../page/", $path)),
            }),+
        ];
    };
}

files![
    "address.js" "text/javascript; charset=utf-8",
    "app.js" "text/javascript; charset=utf-8",
    "board.js" "text/javascript; charset=utf-8",
    "choose.js" "text/javascript; charset=utf-8",
    "dom.js" "text/javascript; charset=utf-8",
    "engine.js" "text/javascript; charset=utf-8",
    "engine.wasm" "application/wasm",
    "explain.js" "text/javascript; charset=utf-8",
    "icon.svg" "image/svg+xml",
    "index.html" "text/html; charset=utf-8",
    "lab.js" "text/javascript; charset=utf-8",
    "measure.js" "text/javascript; charset=utf-8",
    "pace.js" "text/javascript; charset=utf-8",
    "play.js" "text/javascript; charset=utf-8",
    "plots.js" "text/javascript; charset=utf-8",
    "race.js" "text/javascript; charset=utf-8",
    "server.js" "text/javascript; charset=utf-8",
    "style.css" "text/css; charset=utf-8",
    "train.js" "text/javascript; charset=utf-8",
    "vendor/uplot-LICENSE.txt" "text/plain; charset=utf-8",
    "vendor/uplot.css" "text/css; charset=utf-8",
    "vendor/uplot.js" "text/javascript; charset=utf-8",
    "watch.js" "text/javascript; charset=utf-8",
    "why.js" "text/javascript; charset=utf-8",
    "worker.js" "text/javascript; charset=utf-8",
];

/// The file of this path; none if the page has no such file.
pub fn file(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// The files of a folder, as paths under the page's folder.
    fn files_under(folder: &Path, under: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{under}{}", entry.file_name().to_str().unwrap());
            match entry.path().is_dir() {
                true => files_under(&entry.path(), &format!("{path}/"), found),
                false => found.push(path),
            }
        }
    }

    #[test]
    fn the_list_is_the_folder() {
        let mut there = Vec::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        files_under(&folder, "", &mut there);
        there.sort();
        let mut listed: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        listed.sort_unstable();
        assert_eq!(there, listed);
    }

    #[test]
    fn no_file_names_another_host() {
        for file in FILES {
            if !file.kind.starts_with("text/") || file.path.starts_with("vendor/") {
                continue;
            }
            let text = std::str::from_utf8(file.content).unwrap();
            let named = text
                .match_indices("://")
                .map(|(at, _)| &text[at.max(8) - 8..at + 12]);
            assert_eq!(
                named.collect::<Vec<_>>(),
                Vec::<&str>::new(),
                "{}",
                file.path
            );
        }
    }
}
