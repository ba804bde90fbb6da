//! Connections: how many there are at once, and how long each may last.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The most connections at once; one more is closed at once.
const MOST: usize = 512;
/// How long a client may take to send the head of its next request.
const HEAD: Duration = Duration::from_secs(20);
/// How long a connection lasts; browsers open another without a word.
const WHOLE: Duration = Duration::from_secs(300);

/// Accepts connections for ever.
pub async fn accept(listener: TcpListener, router: Router) {
    let free = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // The system has no more files for a moment.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(place) = Arc::clone(&free).try_acquire_owned() else {
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_buf_size(64 * 1024)
                .serve_connection(TokioIo::new(stream), service);
            // How a connection ends is the client's affair.
            let _ = tokio::time::timeout(WHOLE, served).await;
            drop(place);
        });
    }
}
