//! What the host says to the kernel.

use tetrarium_lab::play::End;

/// The kernel's parameters, laid out as its `struct Params`; pointers are addresses on the machine
/// the kernel runs on.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Params {
    pub weights: u64,
    pub tables: u64,
    pub table: u64,
    pub sequence: u64,
    pub job_candidate: u64,
    pub job_seed: u64,
    pub job_game: u64,
    pub records: u64,
    pub job_settled: u64,
    pub job_placed: u64,
    pub job_columns: u64,
    pub job_highest: u64,
    pub slot_columns: u64,
    pub slot_counts: u64,
    pub slot_job: u64,
    pub totals: u64,
    pub next_job: u64,
    pub bounds: u64,
    pub splitting: u64,
    pub limit: u64,
    pub jobs: u32,
    pub slots: u32,
    pub steps: u32,
    pub restart: u32,
    pub lanes: u32,
    pub reserved: u32,
}

/// The job of a slot that has none.
pub(crate) const NO_JOB: u32 = u32::MAX;
/// Words of a record: lines, pieces, reward, deaths, end.
pub(crate) const RECORD_WORDS: usize = 5;
/// Words of a slot's counts: lines, pieces, reward, deaths, the most dangerous board.
pub(crate) const COUNT_WORDS: usize = 5;
/// How a record ends: lost, cut short by the rules, or as far as it was to come.
pub(crate) const ENDS: [Option<End>; 3] = [Some(End::Lost), Some(End::Cut), None];
