//! A column of a table.

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// Who reads a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readers {
    All,
    People,
    Programs,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    pub(super) head: String,
    pub(super) align: Align,
    pub(super) unit: Option<&'static str>,
    /// The larger, the sooner it is left out; 0 for a column that stays.
    pub(super) spare: u8,
    /// Whether its cells have two bounds.
    pub(super) is_bounds: bool,
    /// The head for other programs, where it is not that for people.
    exported: Option<String>,
    readers: Readers,
}

impl Column {
    /// A column of words.
    pub fn left(head: impl Into<String>) -> Column {
        Column {
            head: head.into(),
            align: Align::Left,
            unit: None,
            spare: 0,
            is_bounds: false,
            exported: None,
            readers: Readers::All,
        }
    }

    /// A column of numbers.
    pub fn right(head: impl Into<String>) -> Column {
        Column {
            align: Align::Right,
            ..Column::left(head)
        }
    }

    /// A column of intervals, which other programs read as two columns.
    pub fn bounds(head: impl Into<String>) -> Column {
        Column {
            is_bounds: true,
            ..Column::right(head)
        }
    }

    /// The caveats of a row in a column without a head.
    pub fn caveats() -> Column {
        Column::left("").called("caveats")
    }

    /// This column with a unit: all columns in it have the same number of decimals.
    pub fn unit(self, unit: &'static str) -> Column {
        Column {
            unit: Some(unit),
            ..self
        }
    }

    /// This column as one that may be left out; of several the one with the largest number first.
    pub fn spare(self, rank: u8) -> Column {
        Column {
            spare: rank,
            ..self
        }
    }

    /// This column with another head for other programs.
    pub fn called(self, head: impl Into<String>) -> Column {
        Column {
            exported: Some(head.into()),
            ..self
        }
    }

    /// This column for people alone.
    pub fn for_people(self) -> Column {
        Column {
            readers: Readers::People,
            ..self
        }
    }

    /// This column for other programs alone.
    pub fn for_programs(self) -> Column {
        Column {
            readers: Readers::Programs,
            ..self
        }
    }

    /// The head for other programs.
    pub(super) fn exported_head(&self) -> &str {
        self.exported.as_ref().unwrap_or(&self.head)
    }

    /// Whether people, or other programs, read this column.
    pub(super) fn is_read(&self, by_programs: bool) -> bool {
        match self.readers {
            Readers::All => true,
            Readers::People => !by_programs,
            Readers::Programs => by_programs,
        }
    }
}
