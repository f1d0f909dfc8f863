//! What is found out about a paper.

/// What a paper turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It shows something to people and does nothing else.
    Sound,
    /// It is not whole, or two kinds of file at once.
    Damaged,
    /// It runs, starts, sends or carries something.
    Active,
    /// It cannot be looked into.
    Unreadable,
}

impl Verdict {
    const ALL: [Self; 4] = [Self::Sound, Self::Damaged, Self::Active, Self::Unreadable];

    /// With which a process of [`super::Inspector::Process`] says it. No code that programs end with of themselves.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Sound => 40,
            Self::Damaged => 41,
            Self::Active => 42,
            Self::Unreadable => 43,
        }
    }

    pub(super) fn of_exit_code(code: Option<i32>) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|verdict| Some(i32::from(verdict.exit_code())) == code)
    }
}
