//! The flags of the backend: the threads of this machine or its GPU. The games are the same.

use clap::{Args, ValueEnum};
use tetrarium_lab::{Backend, Threads};

use crate::failure::Failure;
use crate::flags::counts;
use crate::terminal::note;

/// A backend by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BackendName {
    /// The threads of this machine
    #[default]
    Cpu,
    /// The first NVIDIA GPU, and the threads for games that it cannot play; an error without a GPU
    Gpu,
    /// The GPU if there is one, else the threads
    Auto,
}

/// The flags of the backend.
#[derive(Args, Clone, Copy, Debug)]
pub struct BackendFlags {
    /// The backend that plays the games; the games are the same on each
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendName,
    /// The number of threads; all cores by default
    #[arg(long, short = 't', value_parser = |text: &str| counts::within(text, 1..=4096))]
    pub threads: Option<u64>,
}

/// A backend that is ready to play, and its name.
pub struct ReadyBackend {
    /// The backend.
    pub backend: Box<dyn Backend>,
    /// The name of the device, or the number of threads.
    pub name: String,
}

impl BackendFlags {
    /// Prepares the backend.
    pub fn ready(self) -> Result<ReadyBackend, Failure> {
        let threads = self
            .threads
            .map_or_else(Threads::default, |threads| Threads(threads as usize));
        match self.backend {
            BackendName::Cpu => {}
            BackendName::Gpu => return on_gpu(threads).map_err(Failure::from),
            BackendName::Auto => match on_gpu(threads) {
                Ok(ready) => return Ok(ready),
                Err(error) => note!("tetrarium: {error}; the threads play instead"),
            },
        }
        let plural = if threads.0 == 1 { "thread" } else { "threads" };
        Ok(ReadyBackend {
            backend: Box::new(threads),
            name: format!("{} {plural}", threads.0),
        })
    }
}

#[cfg(feature = "gpu")]
pub use with_gpu::devices;
#[cfg(feature = "gpu")]
use with_gpu::on_gpu;

#[cfg(feature = "gpu")]
mod with_gpu {
    use tetrarium_gpu::{Gpu, GpuError};
    use tetrarium_lab::play::Fallback;
    use tetrarium_lab::{PlayError, Threads};

    use super::ReadyBackend;
    use crate::failure::Failure;
    use crate::terminal::note;

    /// The GPU, and threads for the games that it refuses.
    pub fn on_gpu(threads: Threads) -> Result<ReadyBackend, PlayError> {
        let gpu = Gpu::new(0)?;
        let name = gpu.device().name.clone();
        let report = |reason: &str| note!("tetrarium: {reason}; the threads play instead");
        let backend = Box::new(Fallback::new(gpu, threads, report));
        Ok(ReadyBackend { backend, name })
    }

    /// The machine's GPUs, one a line.
    pub fn devices() -> Result<String, Failure> {
        let devices = tetrarium_gpu::devices();
        let devices = devices.map_err(|error: GpuError| PlayError::from(error))?;
        Ok(devices.iter().map(|device| format!("{device}\n")).collect())
    }
}

#[cfg(not(feature = "gpu"))]
pub use without_gpu::devices;
#[cfg(not(feature = "gpu"))]
use without_gpu::on_gpu;

#[cfg(not(feature = "gpu"))]
mod without_gpu {
    use tetrarium_lab::{PlayError, Threads};

    use super::ReadyBackend;
    use crate::failure::Failure;

    /// The message of a program that was built without the feature `gpu`.
    const WITHOUT: &str = "this tetrarium was built without its GPU backend: build it with \
                           `--features gpu`, or use --backend cpu";

    pub fn on_gpu(_: Threads) -> Result<ReadyBackend, PlayError> {
        Err(PlayError::Refused(WITHOUT.to_string()))
    }

    /// The machine's GPUs, one a line.
    pub fn devices() -> Result<String, Failure> {
        Err(Failure::input(WITHOUT))
    }
}
