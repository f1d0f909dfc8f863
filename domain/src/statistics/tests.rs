use proptest::prelude::*;

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn period(first: &str, last: &str) -> Period {
    Period::new(day(first), day(last))
}

/// `D 2026-01-05..2026-02-01`
fn words(pieces: Vec<Piece>) -> Vec<String> {
    pieces
        .into_iter()
        .map(|piece| format!("{} {}..{}", piece.span.as_str(), piece.from, piece.before))
        .collect()
}

#[test]
fn whole_months_are_taken_whole() {
    let table = [
        (
            period("2026-01-01", "2026-11-23"),
            &["month 2026-01-01..2026-11-01", "day 2026-11-01..2026-11-24"][..],
        ),
        (
            period("2025-12-31", "2026-03-01"),
            &[
                "day 2025-12-31..2026-01-01",
                "month 2026-01-01..2026-03-01",
                "day 2026-03-01..2026-03-02",
            ],
        ),
        (
            period("2028-02-01", "2028-02-29"),
            &["month 2028-02-01..2028-03-01"],
        ),
        (
            period("2028-02-01", "2028-02-28"),
            &["day 2028-02-01..2028-02-29"],
        ),
        (
            period("2026-01-02", "2026-02-27"),
            &["day 2026-01-02..2026-02-28"],
        ),
        (
            period("2026-12-31", "2026-12-31"),
            &["day 2026-12-31..2027-01-01"],
        ),
        (period("2026-02-02", "2026-02-01"), &[]),
        (
            period("0001-01-01", "9999-12-31"),
            &["month 2000-01-01..2100-01-01"],
        ),
        (period("+262142-12-31", "+262142-12-31"), &[]),
        (period("-262143-01-01", "-262143-01-01"), &[]),
    ];
    for (period, pieces) in table {
        assert_eq!(words(period.pieces()), pieces, "{period:?}");
    }
}

#[test]
fn whole_years_are_taken_whole_where_there_are_rows_of_them() {
    let table = [
        (
            period("2012-01-01", "2024-12-31"),
            &["year 2012-01-01..2025-01-01"][..],
        ),
        (
            period("2023-11-30", "2026-02-01"),
            &[
                "day 2023-11-30..2023-12-01",
                "month 2023-12-01..2024-01-01",
                "year 2024-01-01..2026-01-01",
                "month 2026-01-01..2026-02-01",
                "day 2026-02-01..2026-02-02",
            ],
        ),
        (
            period("2026-01-01", "2026-11-30"),
            &["month 2026-01-01..2026-12-01"],
        ),
        (
            period("2025-02-01", "2026-11-30"),
            &["month 2025-02-01..2026-12-01"],
        ),
        (
            period("2026-01-05", "2026-01-06"),
            &["day 2026-01-05..2026-01-07"],
        ),
        (period("2026-02-02", "2026-02-01"), &[]),
    ];
    for (period, pieces) in table {
        assert_eq!(words(period.pieces_with_years()), pieces, "{period:?}");
    }
}

#[test]
fn months_are_those_of_any_day() {
    let months = |first, last| period(first, last).months().len();
    assert_eq!(months("2026-01-31", "2026-03-01"), 3);
    assert_eq!(months("2026-01-31", "2026-01-31"), 1);
    assert_eq!(months("2026-02-01", "2026-01-31"), 0);
    assert_eq!(months("0001-01-01", "9999-12-31"), 1200);
}

#[test]
fn the_default_is_the_year_so_far() {
    let year = Period::year_until(day("2026-11-23"));
    assert_eq!(
        (year.first(), year.last()),
        (day("2026-01-01"), day("2026-11-23"))
    );
}

/// Every day that the pieces count, in their order.
fn counted_days(pieces: Vec<Piece>) -> Vec<NaiveDate> {
    let mut days = Vec::new();
    for piece in pieces {
        let ends = [piece.from, piece.before];
        match piece.span {
            Span::Day => {}
            Span::Month => assert_eq!(ends.map(|day| day.day()), [1, 1]),
            Span::Year => assert_eq!(ends.map(|day| day.ordinal()), [1, 1]),
        }
        days.extend(piece.from.iter_days().take_while(|day| *day < piece.before));
    }
    days
}

proptest! {
    #[test]
    fn the_pieces_count_every_day_once(from in 0_u64..36_000, length in -40_i64..4_000) {
        let first = day("2000-01-01") + Days::new(from);
        let last = first + chrono::TimeDelta::days(length);
        let period = Period::new(first, last);
        let expected: Vec<_> = first
            .iter_days()
            .take_while(|day| *day <= period.last())
            .collect();
        prop_assert_eq!(counted_days(period.pieces()), expected.clone());
        prop_assert_eq!(counted_days(period.pieces_with_years()), expected);
    }
}

#[test]
fn everything_before_is_taken_whole() {
    let words = |first, last| -> Vec<String> {
        let pieces = period(first, last).pieces_until_its_end().into_iter();
        let words =
            pieces.map(|piece| format!("{} {}..{}", piece.span.as_str(), piece.from, piece.before));
        words.collect()
    };
    assert_eq!(
        words("2026-02-01", "2026-02-28"),
        [
            "month 0001-01-01..2026-02-01",
            "month 2026-02-01..2026-03-01"
        ]
    );
    assert_eq!(
        words("2026-02-10", "2026-03-01"),
        [
            "month 0001-01-01..2026-02-01",
            "day 2026-02-01..2026-02-10",
            "day 2026-02-10..2026-03-02",
        ]
    );
}
