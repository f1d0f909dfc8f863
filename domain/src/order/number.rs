//! The order number: `yyyyMMdd` + `WP` + `HHmmssSSS`.

use std::fmt;

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::calendar::china_time;

/// Length in characters: eight digits, two letters, nine digits.
pub const LENGTH: usize = 19;

/// A unique order number (订单号) in the survey's local time, to the millisecond.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OrderNumber(String);

impl OrderNumber {
    /// The number for an order made at `now`.
    #[must_use]
    pub fn at(now: DateTime<Utc>) -> Self {
        Self::from_local(china_time(now))
    }

    /// The number one millisecond later: what to try when this one is taken.
    #[must_use]
    pub fn next(&self) -> Self {
        match self.local() {
            Some(time) => Self::from_local(time + TimeDelta::milliseconds(1)),
            None => self.clone(),
        }
    }

    /// The number as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn from_local(time: NaiveDateTime) -> Self {
        Self(time.format("%Y%m%dWP%H%M%S%3f").to_string())
    }

    fn local(&self) -> Option<NaiveDateTime> {
        parse_local(&self.0)
    }
}

fn parse_local(text: &str) -> Option<NaiveDateTime> {
    let digits_and_mark = text.len() == LENGTH
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 => byte == b'W',
            9 => byte == b'P',
            _ => byte.is_ascii_digit(),
        });
    if !digits_and_mark {
        return None;
    }
    NaiveDateTime::parse_from_str(text, "%Y%m%dWP%H%M%S%3f").ok()
}

/// Text that is no order number.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("an order number reads yyyyMMddWPHHmmssSSS")]
pub struct NotAnOrderNumber;

impl TryFrom<String> for OrderNumber {
    type Error = NotAnOrderNumber;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        if parse_local(&text).is_some() {
            Ok(Self(text))
        } else {
            Err(NotAnOrderNumber)
        }
    }
}

impl From<OrderNumber> for String {
    fn from(number: OrderNumber) -> Self {
        number.0
    }
}

impl fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> OrderNumber {
        OrderNumber::at(text.parse().unwrap())
    }

    #[test]
    fn reads_in_the_surveys_time() {
        assert_eq!(
            at("2026-03-01T02:03:04.005Z").as_str(),
            "20260301WP100304005"
        );
        assert_eq!(
            at("2026-12-31T16:00:00Z").as_str(),
            "20270101WP000000000",
            "midnight in Beijing"
        );
    }

    #[test]
    fn the_next_number_carries_over_midnight() {
        assert_eq!(
            at("2026-12-31T15:59:59.999Z").next().as_str(),
            "20270101WP000000000"
        );
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "20260301WP10030400",
            "20261301WP100304005",
            "2026030１WP10030405",
        ] {
            assert_eq!(
                OrderNumber::try_from(text.to_owned()),
                Err(NotAnOrderNumber)
            );
        }
    }

    proptest! {
        #[test]
        fn numbers_are_of_one_length_and_sort_by_time(a in 0_i64..4_000_000_000_000, b in 0_i64..4_000_000_000_000) {
            let number = |ms| OrderNumber::at(DateTime::from_timestamp_millis(ms).unwrap());
            prop_assert_eq!(number(a).as_str().len(), LENGTH);
            prop_assert_eq!(number(a).cmp(&number(b)), a.cmp(&b));
            prop_assert_eq!(number(a).next(), number(a + 1));
        }
    }
}
