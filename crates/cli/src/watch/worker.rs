//! A machine on a thread of its own, so that keys are heard while it thinks.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::machine::{Machine, Reply, Request, Service};

/// How long the end of a machine is waited for. A search that takes longer ends with the program.
const PATIENCE: Duration = Duration::from_millis(500);

/// A machine at work on one game.
pub struct Worker {
    requests: Sender<Request>,
    replies: Receiver<Reply>,
}

impl Worker {
    /// A machine begins game `number` under a seed.
    pub fn begin(machine: Machine, seed: u64, number: u64) -> io::Result<Worker> {
        let (requests, asked) = channel();
        let (answers, replies) = channel();
        thread::Builder::new().spawn(move || {
            let mut service = Service::new(&machine, seed, number);
            for request in asked {
                if answers.send(service.answer(request)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Worker { requests, replies })
    }

    /// Asks the machine.
    pub fn ask(&self, request: Request) {
        // A machine that has gone does not answer.
        let _ = self.requests.send(request);
    }

    /// What the machine has answered since.
    pub fn replies(&self) -> impl Iterator<Item = Reply> + '_ {
        self.replies.try_iter()
    }

    /// Ends the machine, so that the program of an agent ends too.
    pub fn end(self) {
        drop(self.requests);
        let begun = Instant::now();
        while let Some(left) = PATIENCE.checked_sub(begun.elapsed()) {
            if let Err(RecvTimeoutError::Disconnected) = self.replies.recv_timeout(left) {
                return;
            }
        }
    }
}
