//! A text that a name may contain, and what may follow it.

/// A text to be contained in a folded one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// Folded, and not empty.
    pub text: String,
    /// What may follow the text.
    pub next: Next,
}

/// What may follow a spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Any character, or the end of the word.
    Any,
    /// No digit: `gf1` is not in `gf10`.
    NoDigit,
    /// A digit: `gf` alone means the satellites of a series.
    Digit,
}

impl Next {
    /// Whether a folded text may go on like this.
    #[must_use]
    pub fn allows(self, rest: &[u8]) -> bool {
        let digit = rest.first().is_some_and(u8::is_ascii_digit);
        match self {
            Self::Any => true,
            Self::NoDigit => !digit,
            Self::Digit => digit,
        }
    }
}

impl Spelling {
    pub(super) fn is_in(&self, folded: &str) -> bool {
        let mut found = folded.match_indices(&self.text);
        found.any(|(at, text)| self.next.allows(&folded.as_bytes()[at + text.len()..]))
    }

    pub(super) fn pattern(&self) -> String {
        let mut pattern = String::new();
        for letter in self.text.chars() {
            if letter.is_ascii() && !letter.is_ascii_alphanumeric() && letter != '_' {
                pattern.push('\\');
            }
            pattern.push(letter);
        }
        pattern
            + match self.next {
                Next::Any => "",
                Next::NoDigit => "(?![0-9])",
                Next::Digit => "(?=[0-9])",
            }
    }
}
