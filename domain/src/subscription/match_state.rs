//! Where the files that subscriptions send stand.

use strum::{EnumString, IntoStaticStr};

/// What became of a file that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum MatchState {
    /// Not delivered yet, and not given up.
    Waiting,
    /// It lies at the target.
    Delivered,
    /// Given up: it is never delivered.
    Missed,
}

impl MatchState {
    /// Every state, the first first.
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Delivered, Self::Missed];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Whether a target was told that a file was taken out of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum WithdrawalState {
    /// The target has not been told yet.
    Waiting,
    /// The target was told.
    Done,
    /// The target will not be told any more.
    Missed,
}

impl WithdrawalState {
    /// Every state, the first first.
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Done, Self::Missed];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for state in MatchState::ALL {
            assert_eq!(MatchState::parse(state.as_str()), Some(state));
        }
        for state in WithdrawalState::ALL {
            assert_eq!(WithdrawalState::parse(state.as_str()), Some(state));
        }
        assert_eq!(MatchState::parse("done"), None);
    }
}
