//! Which part of a file is asked for (RFC 9110 sections 13 and 14).

use std::ops::Range;

use axum::http::{HeaderMap, header};

use crate::etag;

/// Part of a file that a request asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RequestedRange {
    /// 304: the caller has it already.
    Nothing,
    /// 200
    Whole,
    /// 206 with these bytes.
    Part(Range<u64>),
    /// 416
    Impossible,
}

/// Reads the conditions and the range of a request for a file of `size` bytes whose entity tag is `tag` (quoted).
pub(crate) fn requested_range(headers: &HeaderMap, tag: &str, size: u64) -> RequestedRange {
    if etag::matches(headers, tag) {
        return RequestedRange::Nothing;
    }
    let Some(range) = single_value(headers, header::RANGE) else {
        return RequestedRange::Whole;
    };
    // A part is worth nothing to who holds parts of another file. A date as condition is never met: tags are exact.
    if let Some(condition) = single_value(headers, header::IF_RANGE)
        && condition != tag
    {
        return RequestedRange::Whole;
    }
    parse(range, size)
}

fn single_value(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

/// What is no single range of bytes is as good as none, as the RFC allows.
fn parse(range: &str, size: u64) -> RequestedRange {
    let Some((unit, spec)) = range.split_once('=') else {
        return RequestedRange::Whole;
    };
    let Some((first, last)) = spec.trim().split_once('-') else {
        return RequestedRange::Whole;
    };
    if !unit.trim().eq_ignore_ascii_case("bytes") || spec.contains(',') {
        return RequestedRange::Whole;
    }
    match (number(first), number(last)) {
        (Some(Position::At(first)), Some(Position::At(last))) if first > last => {
            RequestedRange::Whole
        }
        (Some(Position::At(first)), Some(last)) => {
            if first >= size {
                return RequestedRange::Impossible;
            }
            let end = match last {
                Position::At(last) => last.saturating_add(1).min(size),
                Position::Open => size,
            };
            RequestedRange::Part(first..end)
        }
        (Some(Position::Open), Some(Position::At(suffix))) => {
            if suffix == 0 || size == 0 {
                return RequestedRange::Impossible;
            }
            RequestedRange::Part(size.saturating_sub(suffix)..size)
        }
        _ => RequestedRange::Whole,
    }
}

#[derive(Clone, Copy)]
enum Position {
    At(u64),
    Open,
}

/// Digits only: `parse` alone would take a sign. A number too large to hold lies behind every end.
fn number(text: &str) -> Option<Position> {
    let text = text.trim();
    if text.is_empty() {
        return Some(Position::Open);
    }
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| Position::At(text.parse().unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TAG: &str = "\"abc\"";

    fn ask(pairs: &[(&'static str, &str)]) -> RequestedRange {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        requested_range(&headers, TAG, 10)
    }

    #[test]
    fn ranges_are_read_as_the_rfc_says() {
        let table = [
            ("bytes=0-0", RequestedRange::Part(0..1)),
            ("bytes=0-9", RequestedRange::Part(0..10)),
            ("bytes=3-", RequestedRange::Part(3..10)),
            ("bytes=-3", RequestedRange::Part(7..10)),
            ("bytes=-100", RequestedRange::Part(0..10)),
            ("bytes=8-100", RequestedRange::Part(8..10)),
            ("Bytes = 1-2", RequestedRange::Part(1..3)),
            ("bytes=0-99999999999999999999", RequestedRange::Part(0..10)),
            ("bytes=10-", RequestedRange::Impossible),
            ("bytes=99999999999999999999-", RequestedRange::Impossible),
            ("bytes=-0", RequestedRange::Impossible),
            ("bytes=5-4", RequestedRange::Whole),
            ("bytes=0-1,3-4", RequestedRange::Whole),
            ("bytes=+1-2", RequestedRange::Whole),
            ("bytes=-", RequestedRange::Whole),
            ("bytes=a-b", RequestedRange::Whole),
            ("bytes", RequestedRange::Whole),
            ("items=0-1", RequestedRange::Whole),
        ];
        for (range, want) in table {
            assert_eq!(ask(&[("range", range)]), want, "{range}");
        }
        assert_eq!(ask(&[]), RequestedRange::Whole);
    }

    #[test]
    fn conditions_come_before_the_range() {
        let range = ("range", "bytes=0-1");
        assert_eq!(
            ask(&[("if-none-match", "\"x\", W/\"abc\""), range]),
            RequestedRange::Nothing
        );
        assert_eq!(ask(&[("if-none-match", "*")]), RequestedRange::Nothing);
        assert_eq!(
            ask(&[("if-none-match", "\"x\""), range]),
            RequestedRange::Part(0..2)
        );
        assert_eq!(ask(&[("if-range", TAG), range]), RequestedRange::Part(0..2));
        assert_eq!(
            ask(&[("if-range", "W/\"abc\""), range]),
            RequestedRange::Whole
        );
        assert_eq!(
            ask(&[("if-range", "Sat, 21 Nov 2026 00:00:00 GMT"), range]),
            RequestedRange::Whole
        );
    }

    proptest! {
        #[test]
        fn a_part_lies_in_the_file(range in "bytes=[0-9]{0,21}-[0-9]{0,21}|\\PC{0,30}", size: u64) {
            if let RequestedRange::Part(part) = parse(&range, size) {
                prop_assert!(part.start < part.end && part.end <= size);
            }
        }
    }
}
