//! What `--version` prints.

use std::sync::LazyLock;

use tetrarium_engine::Kernel;

/// The commit that the program is built from, where that is known.
pub const COMMIT: Option<&str> = option_env!("TETRARIUM_COMMIT");

/// The optional parts that the program is built with.
const FEATURES: &[&str] = &[
    #[cfg(feature = "gpu")]
    "gpu",
];

/// The version in one line, for `-V`.
pub fn short() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| match COMMIT {
        Some(commit) => format!("{} (commit {commit})", env!("CARGO_PKG_VERSION")),
        None => env!("CARGO_PKG_VERSION").to_string(),
    });
    &TEXT
}

/// The version, what the program is built from and with, and what the machine can run.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let features = match FEATURES {
            [] => "none".to_string(),
            some => some.join(", "),
        };
        let kernels: Vec<&str> = Kernel::available().map(|kernel| kernel.name()).collect();
        format!(
            "{}\ncommit    {}\nfeatures  {features}\nplatform  {}-{}\nkernels   {}",
            env!("CARGO_PKG_VERSION"),
            COMMIT.unwrap_or("unknown"),
            std::env::consts::ARCH,
            std::env::consts::OS,
            kernels.join(", ")
        )
    });
    &TEXT
}
