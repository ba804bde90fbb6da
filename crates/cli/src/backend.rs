//! Who plays: the threads of this machine or its GPU. The games are the same.

use clap::ValueEnum;
use tetrarium_engine::Player;
use tetrarium_lab::measure::Record;
use tetrarium_lab::training::{Games, Threads};
use tetrarium_lab::{Shard, Watch, play};

use crate::failure::Failure;

/// Who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// The threads of this machine
    #[default]
    Cpu,
    /// The first NVIDIA GPU; an error where it cannot play
    Gpu,
    /// The GPU where there is one and it can play, else the threads
    Auto,
}

/// What is said where the program knows no GPU.
#[cfg(not(feature = "gpu"))]
const WITHOUT: &str = "this tetrarium was built without its GPU: build it with `--features gpu`, or use --backend cpu";

impl Backend {
    /// Plays a shard: the records, and who played.
    pub fn play(
        self,
        player: &Player,
        shard: &Shard,
        threads: usize,
        watch: &Watch,
    ) -> Result<(Vec<Record>, String), Failure> {
        #[cfg(feature = "gpu")]
        if self != Backend::Cpu {
            let records = on_gpu().and_then(|gpu| {
                let records = gpu.play(player, shard, watch)?;
                Ok((records, gpu.device().name.clone()))
            });
            match records {
                Err(error) if self == Backend::Gpu => return Err(gpu_failure(error)),
                Err(error) => eprintln!("tetrarium: {error}; playing on the threads"),
                done => return done.map_err(gpu_failure),
            }
        }
        #[cfg(not(feature = "gpu"))]
        if self == Backend::Gpu {
            return Err(Failure::input(WITHOUT));
        }
        let plural = if threads == 1 { "thread" } else { "threads" };
        let records = play(player, shard, threads, watch);
        Ok((records, format!("{threads} {plural}")))
    }

    /// Who plays the games of a training run.
    pub fn games(self, threads: Threads) -> Result<Box<dyn Games>, Failure> {
        #[cfg(feature = "gpu")]
        match self {
            Backend::Gpu => return Ok(Box::new(on_gpu().map_err(gpu_failure)?)),
            Backend::Auto => {
                if let Ok(gpu) = on_gpu() {
                    return Ok(Box::new(gpu));
                }
            }
            Backend::Cpu => {}
        }
        #[cfg(not(feature = "gpu"))]
        if self == Backend::Gpu {
            return Err(Failure::input(WITHOUT));
        }
        Ok(Box::new(threads))
    }
}

/// The first GPU; opened once, so that its kernels are compiled once.
#[cfg(feature = "gpu")]
fn on_gpu() -> Result<&'static tetrarium_gpu::Gpu, tetrarium_gpu::GpuError> {
    static GPU: std::sync::OnceLock<tetrarium_gpu::Gpu> = std::sync::OnceLock::new();
    if let Some(gpu) = GPU.get() {
        return Ok(gpu);
    }
    let gpu = tetrarium_gpu::Gpu::new(0)?;
    Ok(GPU.get_or_init(|| gpu))
}

/// A player that cannot play there is bad input, everything else the machine's fault.
#[cfg(feature = "gpu")]
fn gpu_failure(error: tetrarium_gpu::GpuError) -> Failure {
    match error {
        tetrarium_gpu::GpuError::Refused(refusal) => Failure::input(refusal),
        other => Failure::Machine(other.into()),
    }
}

/// Says so if the GPU failed while games of a training run were played.
#[cfg(feature = "gpu")]
pub fn check() -> Result<(), Failure> {
    let failure = on_gpu().ok().and_then(|gpu| gpu.failure());
    failure.map_or(Ok(()), |error| Err(gpu_failure(error)))
}

/// Says so if the GPU failed while games of a training run were played.
#[cfg(not(feature = "gpu"))]
pub fn check() -> Result<(), Failure> {
    Ok(())
}

/// The machine's GPUs, one a line.
#[cfg(feature = "gpu")]
pub fn devices() -> Result<String, Failure> {
    let devices = tetrarium_gpu::devices().map_err(gpu_failure)?;
    Ok(devices.iter().map(|device| format!("{device}\n")).collect())
}

/// The machine's GPUs, one a line.
#[cfg(not(feature = "gpu"))]
pub fn devices() -> Result<String, Failure> {
    Err(Failure::input(WITHOUT))
}
