//! Where a page of a list ends that is ordered by moments.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};

/// The moment and the id of a page's last row. Clients send it back as it was: microseconds since 1970, a dot, the id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MomentCursor<I> {
    pub(in crate::db) at: DateTime<Utc>,
    pub(in crate::db) id: I,
}

impl<I: fmt::Display> fmt::Display for MomentCursor<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at.timestamp_micros(), self.id)
    }
}

/// A text that no page ended with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no page ends there")]
pub struct NoCursor;

impl<I: FromStr> FromStr for MomentCursor<I> {
    type Err = NoCursor;

    fn from_str(text: &str) -> Result<Self, NoCursor> {
        let (at, id) = text.split_once('.').ok_or(NoCursor)?;
        let at = (at.parse().ok()).and_then(DateTime::from_timestamp_micros);
        Ok(Self {
            at: at.ok_or(NoCursor)?,
            id: id.parse().map_err(|_| NoCursor)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_what_it_wrote() {
        let at = "2026-11-27T16:00:00.000001Z".parse().unwrap();
        let cursor = MomentCursor { at, id: 7_i64 };
        assert_eq!(cursor.to_string(), "1795795200000001.7");
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for text in ["", "1", "1.", ".1", "x.1", "1.x", "99999999999999999999.1"] {
            assert_eq!(text.parse::<MomentCursor<i64>>(), Err(NoCursor), "{text}");
        }
    }
}
