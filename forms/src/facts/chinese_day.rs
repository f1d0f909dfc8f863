//! Days as forms print them.

use chrono::NaiveDate;

/// `2026年11月22日`
#[must_use]
pub fn chinese_day(day: NaiveDate) -> String {
    day.format("%Y年%-m月%-d日").to_string()
}
