//! What records say was done. While an installation is upgraded, processes of a newer version write words that this one does not know:
//! they are read as they stand, and what comes after them with them.

/// What a record has a word for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded<T> {
    /// Something that this version knows.
    Known(T),
    /// The word of a newer version.
    Newer(String),
}

impl<T: Copy> Recorded<T> {
    /// What was stored as this word.
    #[must_use]
    pub fn new(known: Option<T>, word: &str) -> Self {
        known.map_or_else(|| Self::Newer(word.to_owned()), Self::Known)
    }

    /// What it is called: as `name` says of what is known, otherwise by the word that was stored.
    #[must_use]
    pub fn text(&self, name: impl FnOnce(T) -> &'static str) -> &str {
        match self {
            Self::Known(known) => name(*known),
            Self::Newer(word) => word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::AccountAction;

    #[test]
    fn a_word_that_is_not_known_is_read_as_it_stands() {
        for word in ["disable", "teleport"] {
            let action = Recorded::new(AccountAction::parse(word), word);
            assert_eq!(action.text(AccountAction::as_str), word);
        }
        let known = Recorded::new(AccountAction::parse("disable"), "disable");
        assert_eq!(known, Recorded::Known(AccountAction::Disable));
    }
}
