//! The local server of tetrarium: it sends the page, measures controllers, trains them, and shows
//! the runs of a folder while they go on.
//!
//! Nothing is pushed: the page asks for what it shows, so nothing queues for a client that does not
//! read. Requests whose `Host` or `Origin` is another site's are refused, what changes anything
//! needs a token that only the page holds, and no request starts a program.

#![forbid(unsafe_code)]

mod answers;
mod connections;
mod guard;
mod lab;
mod measuring;
mod names;
mod pages;
mod runs;
mod training;
mod work;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use guard::Guard;
use lab::Lab;

/// How often the server looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);
/// How long what was started may take to end.
const ENDING: Duration = Duration::from_millis(600);

/// What the server does.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens; with port 0 the system chooses one.
    pub address: SocketAddr,
    /// The folder of runs.
    pub folder: PathBuf,
    /// The number of threads that play.
    pub threads: usize,
    /// The program and its command line, for the records that it makes.
    pub made: tetrarium_lab::records::Made,
}

/// Why the server could not begin.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened at.
    #[error("cannot listen at {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The system gives no threads, or no random numbers.
    #[error("the server cannot begin: {0}")]
    Begin(io::Error),
}

/// Serves until `stop` is set; then everything ends within a second, whatever clients do. `told`
/// is called with the address once requests are answered.
///
/// # Errors
///
/// If the server cannot begin.
pub fn serve(
    settings: &Settings,
    stop: &Arc<AtomicBool>,
    told: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(8)
        .enable_all()
        .build()
        .map_err(ServeError::Begin)?;
    let listener = runtime
        .block_on(TcpListener::bind(settings.address))
        .map_err(|error| ServeError::Listen(settings.address, error))?;
    let address = listener.local_addr().map_err(ServeError::Begin)?;
    let guard = Guard::new(address).map_err(ServeError::Begin)?;
    let lab = Arc::new(Lab::new(settings));
    let router = routes(&lab, guard);
    runtime.spawn(connections::accept(listener, router));
    told(address);
    runtime.block_on(async {
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(LOOK).await;
        }
    });
    // Open connections are dropped with the runtime; work is told to stop and waited for.
    runtime.shutdown_background();
    lab.end(ENDING);
    Ok(())
}

fn routes(lab: &Arc<Lab>, guard: Guard) -> Router {
    let guard = Arc::new(guard);
    let api = Router::new()
        .merge(measuring::routes())
        .merge(runs::routes())
        .merge(training::routes())
        .with_state(Arc::clone(lab));
    Router::new()
        .nest("/api", api)
        .merge(pages::routes(Arc::clone(lab), guard.token()))
        .layer(axum::middleware::from_fn_with_state(guard, guard::check))
        .layer(axum::extract::DefaultBodyLimit::max(answers::MOST_BYTES))
}
