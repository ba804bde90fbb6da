//! What goes between a desk and those who do its shards.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Board, Piece, Position, Settled, Size};
use tetrarium_learn::learners::{Context, Performed, Task};

use crate::play::{
    ContenderText, End, Heights, PlayError, Progress, Record, Shard, Standing, Start, Until,
};

/// A shard: some items of work, and when to give up.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sent {
    /// The version of the program, which has to be that of the worker.
    pub version: String,
    /// The shard's number.
    pub number: u64,
    /// The moves after which it need not be gone on with.
    pub moves: Option<u64>,
    /// The seconds after which it need not be gone on with.
    pub seconds: Option<f64>,
    /// Whether heights are counted.
    pub heights: bool,
    pub items: Items,
}

/// The version of a message of whatever version.
#[derive(Deserialize)]
pub(super) struct Versioned {
    pub version: String,
}

/// Items of work of one kind.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Items {
    /// Games from their beginnings; every game is an item.
    Games(Vec<(ContenderText, Shard)>),
    /// Games played on; every start is an item.
    PlayedOn(Vec<PlayedOn>),
    /// Tasks of a learner.
    Tasks(Box<Context>, Vec<Task>),
    /// Parts of estimates.
    Errands(Vec<String>),
}

/// Games of one contender to be continued.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayedOn {
    pub contender: ContenderText,
    pub seed: u64,
    pub starts: Vec<StartText>,
    pub until: Until,
}

/// What became of a shard.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Done {
    pub version: String,
    pub number: u64,
    /// The seconds that it took, which change no result.
    pub seconds: f64,
    pub counted: Progress,
    pub heights: Option<Heights>,
    pub answers: Result<Answers, Failure>,
}

/// Why a shard was not done.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Failure {
    Refused(String),
    Failed(String),
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        match error {
            PlayError::Refused(sentence) => Failure::Refused(sentence),
            PlayError::Failed(sentence) => Failure::Failed(sentence),
        }
    }
}

impl From<Failure> for PlayError {
    fn from(failure: Failure) -> PlayError {
        match failure {
            Failure::Refused(sentence) => PlayError::Refused(sentence),
            Failure::Failed(sentence) => PlayError::Failed(sentence),
        }
    }
}

/// An answer for each item, none where the work was ended before.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Answers {
    Games(Vec<Option<RecordText>>),
    PlayedOn(Vec<Option<StandingText>>),
    Tasks(Vec<Option<Performed>>),
    Errands(Vec<Option<String>>),
}

impl Answers {
    /// The number of answers.
    pub fn len(&self) -> usize {
        match self {
            Answers::Games(all) => all.len(),
            Answers::PlayedOn(all) => all.len(),
            Answers::Tasks(all) => all.len(),
            Answers::Errands(all) => all.len(),
        }
    }
}

/// A record: lines, pieces, reward, deaths, end.
#[derive(Serialize, Deserialize)]
pub(super) struct RecordText(u64, u64, u64, u64, End);

impl From<Record> for RecordText {
    fn from(record: Record) -> RecordText {
        let Record {
            lines,
            pieces,
            reward,
            deaths,
            end,
        } = record;
        RecordText(lines, pieces, reward, deaths, end)
    }
}

impl From<RecordText> for Record {
    fn from(text: RecordText) -> Record {
        let RecordText(lines, pieces, reward, deaths, end) = text;
        Record {
            lines,
            pieces,
            reward,
            deaths,
            end,
        }
    }
}

/// The columns of a board, from the left; bit `y` is the cell in row `y`.
fn columns(board: &Board) -> Vec<u32> {
    board.columns().to_vec()
}

/// The board of some columns; none if they are no board of this size.
fn board(columns: &[u32], size: Size) -> Option<Board> {
    (columns.len() == size.width()).then(|| Board::from_columns(size, columns))
}

/// A start: its number, its columns, the piece shown, the pieces taken before, those taken out of
/// the bag, and the pieces placed.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct StartText(u64, Vec<u32>, Option<char>, u64, u8, u64);

impl From<&Start> for StartText {
    fn from(start: &Start) -> StartText {
        let (shown, origin, taken) = start.position.settled.parts();
        let shown = shown.map(|piece| piece.letter());
        let columns = columns(&start.position.board);
        StartText(start.number, columns, shown, origin, taken, start.placed)
    }
}

impl StartText {
    /// The start, on a board of this size; none if it cannot be.
    pub fn start(&self, size: Size) -> Option<Start> {
        let StartText(number, columns, shown, origin, taken, placed) = self;
        let shown = shown.map(Piece::try_from).transpose().ok()?;
        Some(Start {
            number: *number,
            position: Position {
                board: board(columns, size)?,
                settled: Settled::from_parts(shown, *origin, *taken),
            },
            placed: *placed,
        })
    }
}

/// A standing: lines, pieces, reward, deaths, columns, highest danger, end.
#[derive(Serialize, Deserialize)]
pub(super) struct StandingText(u64, u64, u64, u64, Vec<u32>, i32, Option<End>);

impl From<Standing> for StandingText {
    fn from(one: Standing) -> StandingText {
        let columns = columns(&one.board);
        let (lines, pieces, reward) = (one.lines, one.pieces, one.reward);
        StandingText(
            lines,
            pieces,
            reward,
            one.deaths,
            columns,
            one.highest,
            one.end,
        )
    }
}

impl StandingText {
    /// The standing, on a board of this size; none if it cannot be.
    pub fn standing(self, size: Size) -> Option<Standing> {
        let StandingText(lines, pieces, reward, deaths, columns, highest, end) = self;
        Some(Standing {
            lines,
            pieces,
            reward,
            deaths,
            board: board(&columns, size)?,
            highest,
            end,
        })
    }
}

impl Items {
    /// The number of items.
    pub fn count(&self) -> u64 {
        match self {
            Items::Games(all) => all.iter().map(|(_, shard)| shard.games).sum(),
            Items::PlayedOn(all) => all.iter().map(|one| one.starts.len() as u64).sum(),
            Items::Tasks(_, tasks) => tasks.len() as u64,
            Items::Errands(errands) => errands.len() as u64,
        }
    }

    /// The items from `first` on, `count` of them.
    pub fn part(&self, first: u64, count: u64) -> Items {
        let (from, to) = (first as usize, (first + count) as usize);
        match self {
            Items::Games(all) => {
                let sizes = all.iter().map(|(_, shard)| shard.games);
                let part = overlaps(sizes, first, count).map(|(index, skip, games)| {
                    let (contender, shard) = &all[index];
                    let first = shard.first.wrapping_add(skip);
                    let shard = Shard {
                        first,
                        games,
                        ..*shard
                    };
                    (contender.clone(), shard)
                });
                Items::Games(part.collect())
            }
            Items::PlayedOn(all) => {
                let sizes = all.iter().map(|one| one.starts.len() as u64);
                let part = overlaps(sizes, first, count).map(|(index, skip, count)| {
                    let one = &all[index];
                    PlayedOn {
                        contender: one.contender.clone(),
                        seed: one.seed,
                        starts: one.starts[skip as usize..(skip + count) as usize].to_vec(),
                        until: one.until,
                    }
                });
                Items::PlayedOn(part.collect())
            }
            Items::Tasks(context, tasks) => Items::Tasks(context.clone(), tasks[from..to].to_vec()),
            Items::Errands(errands) => Items::Errands(errands[from..to].to_vec()),
        }
    }
}

/// Where a range of items lies in lists of these sizes: the index of each list, the items skipped
/// in it, and those taken.
fn overlaps(
    sizes: impl Iterator<Item = u64>,
    first: u64,
    count: u64,
) -> impl Iterator<Item = (usize, u64, u64)> {
    let mut before = 0;
    sizes.enumerate().filter_map(move |(index, size)| {
        let (begin, end) = (before, before + size);
        before = end;
        let from = first.max(begin);
        let to = (first + count).min(end);
        (from < to).then(|| (index, from - begin, to - from))
    })
}
