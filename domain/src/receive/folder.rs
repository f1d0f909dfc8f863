//! Which files of a folder are new, and which of them are whole.

use chrono::{DateTime, TimeDelta, Utc};

/// By which one sees whether a file is another than before.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileMark {
    /// Bytes.
    pub size: i64,
    /// When it was last changed, as its file system or server says, in microseconds since 1970; 0: it does not say.
    pub modified: i64,
    /// What a bucket calls this very content; nothing else does.
    pub etag: Option<String>,
}

/// What an earlier look saw of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// Size and time of the file at that look.
    pub mark: FileMark,
    /// Since when it has been so, by the database's clock.
    pub since: DateTime<Utc>,
    /// Whether it was taken in, or refused for good.
    pub is_settled: bool,
}

/// What is to be done with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wholeness {
    /// The file is as it was when it was taken in: nothing to do.
    Known,
    /// It may still be written; since when it is as it is.
    Unsettled(DateTime<Utc>),
    /// It is whole, and to be taken in; since when it is as it is.
    Whole(DateTime<Utc>),
}

impl Wholeness {
    /// From what is seen now and what was seen before. A file is whole when it was the same at two looks that lie at least `settle`
    /// apart: both times are the database's, so that the clock of a file server says nothing.
    #[must_use]
    pub fn of_file(
        before: Option<&Sighting>,
        mark: &FileMark,
        settle: TimeDelta,
        now: DateTime<Utc>,
    ) -> Self {
        let since = match before {
            Some(sighting) if sighting.mark == *mark && sighting.is_settled => return Self::Known,
            Some(sighting) if sighting.mark == *mark => sighting.since,
            _ => now,
        };
        if now - since >= settle {
            Self::Whole(since)
        } else {
            Self::Unsettled(since)
        }
    }
}

/// Names under which senders write what is not whole yet, and names that are hidden.
#[must_use]
pub fn is_unfinished_name(name: &str) -> bool {
    const ENDINGS: [&str; 5] = [".part", ".partial", ".tmp", ".filepart", ".crdownload"];
    let lower = name.to_lowercase();
    name.starts_with('.') || name.ends_with('~') || ENDINGS.iter().any(|end| lower.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARK: FileMark = FileMark {
        size: 10,
        modified: 5,
        etag: None,
    };

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn a_file_is_whole_when_two_looks_far_enough_apart_find_it_unchanged() {
        let settle = TimeDelta::seconds(60);
        let look = |before: Option<Sighting>, mark: FileMark, now| {
            Wholeness::of_file(before.as_ref(), &mark, settle, at(now))
        };
        let seen = |mark: FileMark, since, is_settled| {
            Some(Sighting {
                mark,
                since: at(since),
                is_settled,
            })
        };
        let grown = FileMark { size: 11, ..MARK };
        assert_eq!(look(None, MARK, 0), Wholeness::Unsettled(at(0)));
        assert_eq!(
            look(seen(MARK, 0, false), MARK, 59),
            Wholeness::Unsettled(at(0))
        );
        assert_eq!(
            look(seen(MARK, 0, false), MARK, 60),
            Wholeness::Whole(at(0))
        );
        assert_eq!(
            look(seen(MARK, 0, false), grown.clone(), 60),
            Wholeness::Unsettled(at(60))
        );
        assert_eq!(look(seen(MARK, 0, true), MARK, 61), Wholeness::Known);
        assert_eq!(
            look(seen(MARK, 0, true), grown, 61),
            Wholeness::Unsettled(at(61))
        );
        let at_once = Wholeness::of_file(None, &MARK, TimeDelta::zero(), at(7));
        assert_eq!(at_once, Wholeness::Whole(at(7)), "senders rename");
        let rewritten = FileMark {
            etag: Some("\"9\"".to_owned()),
            ..MARK
        };
        assert_eq!(
            look(seen(MARK, 0, true), rewritten, 61),
            Wholeness::Unsettled(at(61))
        );
    }

    #[test]
    fn names_of_what_is_still_written() {
        for name in [
            "a.tif.part",
            "A.TIF.PART",
            ".a.tif.x7",
            "a.json.tmp",
            "a.tif~",
        ] {
            assert!(is_unfinished_name(name), "{name}");
        }
        for name in ["a.tif", "part.tif", "a.part.json"] {
            assert!(!is_unfinished_name(name), "{name}");
        }
    }
}
