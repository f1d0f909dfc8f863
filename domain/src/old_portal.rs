//! What an old portal hands over, row by row: its users, the orders that are over, and what people did (docs/import.md).
//!
//! A row is what its file says; a checked one is what this product could have written itself. What is between them is pure:
//! facts in, a checked row or the first fault out.

use chrono::{DateTime, Utc};
use texts::{FieldText, ImportText, Message, Text};

use crate::calendar::china_day;
use crate::statistics::Period;
use crate::text::is_forbidden;

pub mod behaviour;
mod delivery;
pub mod history;
pub mod order;
pub mod order_row;
pub mod user;

#[cfg(test)]
mod tests;

/// Why a row is not taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldRowFault {
    /// Which field, as the file names it; empty: the whole row.
    pub field: &'static str,
    /// What is wrong: a stable code with its words in both languages.
    pub text: Message,
}

impl OldRowFault {
    /// A fault of a single field.
    pub fn new(field: &'static str, text: impl Text) -> Self {
        Self {
            field,
            text: text.into(),
        }
    }
}

/// Text without blanks around it, of at most so many characters, without such as must not stand there.
fn checked_text(
    field: &'static str,
    text: &str,
    (most, one_line): (usize, bool),
) -> Result<String, OldRowFault> {
    let text = text.trim();
    if text.chars().count() > most {
        let most = most as u64;
        return Err(OldRowFault::new(field, FieldText::FormTextTooLong { most }));
    }
    if text.chars().any(|c| is_forbidden(c, one_line)) {
        return Err(OldRowFault::new(field, FieldText::ControlCharacters));
    }
    Ok(text.to_owned())
}

/// Whether something can have happened then: not before what statistics count, and not in the future.
fn check_moment(
    field: &'static str,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), OldRowFault> {
    let day = china_day(at);
    if at > now || Period::new(day, day).first() != day {
        return Err(OldRowFault::new(field, ImportText::MomentOutOfRange));
    }
    Ok(())
}
