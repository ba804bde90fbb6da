//! Who plays: the threads of this machine or its GPU. The games are the same.

use clap::{Args, ValueEnum};
use tetrarium_lab::Threads;

use crate::failure::Failure;

/// Who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BackendName {
    /// The threads of this machine
    #[default]
    Cpu,
    /// The first NVIDIA GPU, and the threads for what it cannot play; an error where there is none
    Gpu,
    /// The GPU where there is one, else the threads
    Auto,
}

/// Who plays, as flags.
#[derive(Args, Clone, Copy, Debug)]
pub struct WhoPlays {
    /// Who plays; the games are the same
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendName,
    /// Threads; all cores unless said otherwise
    #[arg(long, short = 't', value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub threads: Option<u16>,
}

/// Someone who plays, and how to call him.
pub struct Players {
    /// Who plays.
    pub games: Box<dyn tetrarium_lab::Backend>,
    /// A device's name, or the number of threads.
    pub name: String,
}

impl WhoPlays {
    /// Whoever was asked for.
    pub fn players(self) -> Result<Players, Failure> {
        let threads = self
            .threads
            .map_or_else(Threads::default, |threads| Threads(usize::from(threads)));
        match self.backend {
            BackendName::Cpu => {}
            BackendName::Gpu => return on_gpu(threads).map_err(Failure::from),
            BackendName::Auto => match on_gpu(threads) {
                Ok(players) => return Ok(players),
                Err(error) => eprintln!("tetrarium: {error}; playing on the threads"),
            },
        }
        let plural = if threads.0 == 1 { "thread" } else { "threads" };
        Ok(Players {
            games: Box::new(threads),
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
    use std::collections::BTreeSet;
    use std::sync::Mutex;

    use tetrarium_gpu::{Gpu, GpuError};
    use tetrarium_lab::play::Record;
    use tetrarium_lab::play::{Continuation, Standing};
    use tetrarium_lab::{Backend, PlayError, Threads, Watch, Work};

    use super::{Failure, Players};

    /// The GPU, and threads for what it does not play.
    struct OnGpu {
        gpu: Gpu,
        threads: Threads,
        /// What was said to play on the threads.
        said: Mutex<BTreeSet<String>>,
    }

    impl OnGpu {
        /// What the GPU refuses is played by the threads, and said once.
        fn or_threads<T>(
            &self,
            played: Result<T, PlayError>,
            threads: impl FnOnce(Threads) -> Result<T, PlayError>,
        ) -> Result<T, PlayError> {
            match played {
                Err(PlayError::Refused(reason)) => {
                    let mut said = self.said.lock().expect("nobody panics while holding it");
                    if said.insert(reason.clone()) {
                        eprintln!("tetrarium: {reason}; it plays on the threads");
                    }
                    threads(self.threads)
                }
                done => done,
            }
        }
    }

    impl Backend for OnGpu {
        fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
            let played = Backend::play(&self.gpu, work, watch);
            self.or_threads(played, |threads| threads.play(work, watch))
        }

        fn continue_games(
            &self,
            work: &[Continuation],
            watch: &Watch,
        ) -> Result<Vec<Vec<Standing>>, PlayError> {
            let played = Backend::continue_games(&self.gpu, work, watch);
            self.or_threads(played, |threads| threads.continue_games(work, watch))
        }

        fn at_once(&self) -> u64 {
            self.gpu.at_once()
        }

        fn threads(&self) -> usize {
            self.threads.0
        }
    }

    pub fn on_gpu(threads: Threads) -> Result<Players, PlayError> {
        let gpu = Gpu::new(0)?;
        let name = gpu.device().name.clone();
        let said = Mutex::default();
        let games = Box::new(OnGpu { gpu, threads, said });
        Ok(Players { games, name })
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

    use super::{Failure, Players};

    /// What is said where the program knows no GPU.
    const WITHOUT: &str = "this tetrarium was built without its GPU: build it with `--features gpu`, or use --backend cpu";

    pub fn on_gpu(_: Threads) -> Result<Players, PlayError> {
        Err(PlayError::Refused(WITHOUT.to_string()))
    }

    /// The machine's GPUs, one a line.
    pub fn devices() -> Result<String, Failure> {
        Err(Failure::input(WITHOUT))
    }
}
