//! The page of tetrarium, and the engine's bindings for it.
//!
//! The page is a static web app in the folder `page`, whose files this crate holds for servers
//! ([`FILES`]). Its engine is this crate built for WebAssembly: JavaScript writes a request in JSON
//! into the module's memory and reads the answer there; see [`answer`] for the requests. The games
//! are those of the command, bit for bit.
//!
//! ```
//! let mut desk = tetrarium_web::Desk::default();
//! let request = r#"{"do": "open", "who": {"name": "bcts"}, "rules": {}, "seed": "1"}"#;
//! let opened = tetrarium_web::answer(&mut desk, request);
//! assert!(opened.contains(r#""id":1,"#), "{opened}");
//! let played = tetrarium_web::answer(&mut desk, r#"{"do": "step", "id": 1, "moves": 100}"#);
//! assert!(played.contains(r#""pieces":100"#), "{played}");
//! ```

#![deny(unsafe_code)]

mod bindings;
mod boards;
mod catalogue;
mod counted;
mod explained;
#[cfg(not(target_arch = "wasm32"))]
mod files;
mod readings;
mod ready;
mod requests;
mod session;

#[cfg(not(target_arch = "wasm32"))]
#[cfg(not(target_arch = "wasm32"))]
pub use files::{FILES, File, file};
pub use ready::{RuleWords, Who};
pub use requests::{Desk, answer};
