//! The `datetime` parameter: a moment, or two with a slash between them.

use chrono::{DateTime, Utc};
use texts::FilterText;

use crate::problem::Problem;

/// From and to, both included; `None` is open.
pub type Interval = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// Reads the parameter.
pub fn read(text: &str) -> Result<Interval, Problem> {
    parse(text).ok_or_else(|| Problem::invalid_field("datetime", FilterText::DatetimeWrong))
}

fn parse(text: &str) -> Option<Interval> {
    let Some((from, to)) = text.split_once('/') else {
        let moment = moment(text)?;
        return Some((Some(moment), Some(moment)));
    };
    let interval = (end(from)?, end(to)?);
    match interval {
        (None, None) => None,
        (Some(from), Some(to)) if to < from => None,
        _ => Some(interval),
    }
}

#[expect(clippy::option_option, reason = "wrong, open, or a moment")]
fn end(text: &str) -> Option<Option<DateTime<Utc>>> {
    match text {
        "" | ".." => Some(None),
        text => moment(text).map(Some),
    }
}

/// RFC 3339 to the letter: a blank between date and time is not.
pub fn moment(text: &str) -> Option<DateTime<Utc>> {
    let between = text.as_bytes().get(10)?;
    if !matches!(between, b'T' | b't') {
        return None;
    }
    Some(DateTime::parse_from_rfc3339(text).ok()?.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_may_be_open_but_not_empty() {
        let day = "2024-05-01T00:00:00Z";
        let of = |text: &str| parse(text).map(|(from, to)| (from.is_some(), to.is_some()));
        assert_eq!(of(day), Some((true, true)));
        assert_eq!(of(&format!("../{day}")), Some((false, true)));
        assert_eq!(of(&format!("{day}/")), Some((true, false)));
        assert_eq!(of("1985-04-12t23:20:50.000z"), Some((true, true)));
        for wrong in [
            "",
            "/",
            "../..",
            "2024-05-01",
            "2024-05-01 00:00:00Z",
            "1985-04-12T23:20:50,Z",
            "2024-05-02T00:00:00Z/2024-05-01T00:00:00Z",
            "2024-05-01T00:00:00Z/..//",
        ] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
