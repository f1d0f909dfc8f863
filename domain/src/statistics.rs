//! What is counted of orders, over which days, and from which pieces a count is put together.
//!
//! docs/figures.md says in words what each figure means.

use std::ops::Add;

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, NaiveTime, TimeDelta, Utc};
use strum::IntoStaticStr;

use crate::calendar::SECONDS_AHEAD;
use crate::order::get_method::GetMethod;
use crate::size::ByteCount;

mod durations;

pub use durations::DurationHistogram;

/// No order is older, or made later, than the century of the product: a longer period answers the same.
const CENTURY: (NaiveDate, NaiveDate) = (year_day(2000, 1, 1), year_day(2099, 12, 31));

/// Nothing is older.
const FIRST_DAY: NaiveDate = year_day(1, 1, 1);

const fn year_day(year: i32, month: u32, day: u32) -> NaiveDate {
    match NaiveDate::from_ymd_opt(year, month, day) {
        Some(date) => date,
        // Evaluated by the compiler, for the two days above.
        None => panic!("not a day"),
    }
}

/// Whole days in China from `first` to `last`, both counted; none when `last` is earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    first: NaiveDate,
    last: NaiveDate,
}

impl Period {
    /// The days from `first` to `last`.
    #[must_use]
    pub fn new(first: NaiveDate, last: NaiveDate) -> Self {
        let (begin, end) = CENTURY;
        Self {
            first: first.clamp(begin, day_after(end)),
            last: last.clamp(begin - Days::new(1), end),
        }
    }

    /// From 1 January to `today` (portal specification section 9, default statistics range).
    #[must_use]
    pub fn year_until(today: NaiveDate) -> Self {
        Self::new(
            NaiveDate::from_yo_opt(today.year(), 1).unwrap_or(today),
            today,
        )
    }

    /// The first day.
    #[must_use]
    pub const fn first(self) -> NaiveDate {
        self.first
    }

    /// The last day.
    #[must_use]
    pub const fn last(self) -> NaiveDate {
        self.last
    }

    /// When it is over: the first moment in China of the day after the last.
    #[must_use]
    pub fn end(self) -> DateTime<Utc> {
        let midnight = day_after(self.last).and_time(NaiveTime::MIN);
        midnight.and_utc() - TimeDelta::seconds(SECONDS_AHEAD.into())
    }

    /// The first day of every month of which it has a day.
    #[must_use]
    pub fn months(self) -> Vec<NaiveDate> {
        let mut months = Vec::new();
        let mut month = month_of(self.first);
        while self.first <= self.last && month <= self.last {
            months.push(month);
            month = month_after(month);
        }
        months
    }

    /// The same days as periods of at most a month each, in their order.
    #[must_use]
    pub fn by_month(self) -> Vec<Self> {
        let months = self.months().into_iter();
        let parts = months.map(|month| Self {
            first: month.max(self.first),
            last: (month_after(month) - Days::new(1)).min(self.last),
        });
        parts.collect()
    }

    /// The same days as whole months and the single days before and after them.
    #[must_use]
    pub fn pieces(self) -> Vec<Piece> {
        let whole_from = if self.first.day() == 1 {
            self.first
        } else {
            month_after(self.first)
        };
        let whole_until = month_of(day_after(self.last));
        let pieces = if whole_from < whole_until {
            vec![
                Piece::new(Span::Day, self.first, whole_from),
                Piece::new(Span::Month, whole_from, whole_until),
                Piece::new(Span::Day, whole_until, day_after(self.last)),
            ]
        } else {
            vec![Piece::new(Span::Day, self.first, day_after(self.last))]
        };
        pieces
            .into_iter()
            .filter(|piece| !piece.is_empty())
            .collect()
    }

    /// As [`Self::pieces`], with whole years in place of their months.
    #[must_use]
    pub fn pieces_with_years(self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for piece in self.pieces() {
            let year = year_of(piece.from);
            let whole_from = if piece.from == year {
                year
            } else {
                year + Months::new(12)
            };
            let whole_until = year_of(piece.before);
            if piece.span == Span::Month && whole_from < whole_until {
                pieces.extend([
                    Piece::new(Span::Month, piece.from, whole_from),
                    Piece::new(Span::Year, whole_from, whole_until),
                    Piece::new(Span::Month, whole_until, piece.before),
                ]);
            } else {
                pieces.push(piece);
            }
        }
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }

    /// Its days as whole months and single days, and everything before them.
    #[must_use]
    pub fn pieces_until_its_end(self) -> Vec<Piece> {
        let month = month_of(self.first);
        let before = [
            Piece::new(Span::Month, FIRST_DAY, month),
            Piece::new(Span::Day, month, self.first),
        ];
        let before = before.into_iter().filter(|piece| !piece.is_empty());
        before.chain(self.pieces()).collect()
    }

    /// The period as single days.
    #[must_use]
    pub fn days(self) -> Vec<Piece> {
        let days = Piece::new(Span::Day, self.first, day_after(self.last));
        if days.is_empty() {
            Vec::new()
        } else {
            vec![days]
        }
    }
}

/// What one row of a roll-up counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Span {
    Day,
    Month,
    /// Of some roll-ups alone.
    Year,
}

impl Span {
    /// Its name in the roll-up.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Rows of a roll-up, of one span each, that begin at `from` or later and before `before`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Length of time that one row sums up.
    pub span: Span,
    /// The first that is counted.
    pub from: NaiveDate,
    /// Start of the first span that is not counted.
    pub before: NaiveDate,
}

impl Piece {
    const fn new(span: Span, from: NaiveDate, before: NaiveDate) -> Self {
        Self { span, from, before }
    }

    fn is_empty(self) -> bool {
        self.from >= self.before
    }
}

fn month_of(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

fn month_after(day: NaiveDate) -> NaiveDate {
    month_of(day) + Months::new(1)
}

fn year_of(day: NaiveDate) -> NaiveDate {
    day.with_ordinal(1).unwrap_or(day)
}

fn day_after(day: NaiveDate) -> NaiveDate {
    day + Days::new(1)
}

/// What orders are told apart by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Dimension {
    /// All orders together, without a breakdown.
    Total,
    /// The applying unit, as the form names it.
    Unit,
    /// The usage that the form names (`applyUserUsed`).
    Usage,
    /// The kind of order (`type`).
    Kind,
    /// The satellite of each scene.
    Satellite,
    /// The catalogue node of each scene.
    Node,
    /// The province in which each scene lies; empty for those that lie in none.
    Region,
}

impl Dimension {
    pub const ALL: [Self; 7] = [
        Self::Total,
        Self::Unit,
        Self::Usage,
        Self::Kind,
        Self::Satellite,
        Self::Node,
        Self::Region,
    ];

    /// Its name in the roll-up.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Figures of orders, and of the scenes and bytes that they ask for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OrderFigures {
    pub orders: u64,
    /// Scenes in them, one that stands in two orders twice.
    pub scenes: u64,
    /// Bytes of those scenes, as the catalogue knows them.
    pub bytes: ByteCount,
}

impl Add for OrderFigures {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            orders: self.orders + other.orders,
            scenes: self.scenes + other.scenes,
            bytes: ByteCount(self.bytes.0.saturating_add(other.bytes.0)),
        }
    }
}

/// The figures of orders by how their data are handed out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MethodFigures {
    /// 在线下载
    pub online: OrderFigures,
    /// 离线拷贝
    pub offline: OrderFigures,
}

impl MethodFigures {
    /// Online and offline together.
    #[must_use]
    pub fn total(self) -> OrderFigures {
        self.online + self.offline
    }

    /// Counts figures of one method in.
    pub fn add(&mut self, method: GetMethod, figures: OrderFigures) {
        let side = match method {
            GetMethod::OnlineDownload => &mut self.online,
            GetMethod::OfflineCopy => &mut self.offline,
        };
        *side = *side + figures;
    }
}

#[cfg(test)]
mod tests;
