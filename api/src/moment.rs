//! Times in requests. One without an offset is China's.

use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use domain::calendar::CHINA;
use serde::{Deserialize, Deserializer, Serialize, de};
use storage::db::moment_cursor::MomentCursor;

/// The beginning of a period: RFC 3339, or a date, which begins with its first moment in China.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PeriodBegin(pub DateTime<Utc>);

/// The end of a period: RFC 3339, or a date, which ends with its last moment in China.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PeriodEnd(pub DateTime<Utc>);

impl<'de> Deserialize<'de> for PeriodBegin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        read(&text, NaiveTime::MIN)
            .map(Self)
            .ok_or_else(|| de::Error::custom(format!("{text:?} is no time")))
    }
}

impl<'de> Deserialize<'de> for PeriodEnd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let last = NaiveTime::from_hms_micro_opt(23, 59, 59, 999_999).unwrap_or(NaiveTime::MIN);
        read(&text, last)
            .map(Self)
            .ok_or_else(|| de::Error::custom(format!("{text:?} is no time")))
    }
}

/// Empty query parameters count as none: `?from=&to=`.
pub fn none_if_empty<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let text = Option::<String>::deserialize(deserializer)?;
    match text.as_deref().map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => T::deserialize(de::value::StrDeserializer::new(text)).map(Some),
    }
}

/// Where a page ends, as its answer said it; an empty one counts as none.
pub(crate) fn cursor<'de, D, I>(deserializer: D) -> Result<Option<MomentCursor<I>>, D::Error>
where
    D: Deserializer<'de>,
    I: FromStr,
{
    let text = Option::<String>::deserialize(deserializer)?;
    let text = text.filter(|text| !text.is_empty());
    text.map(|text| text.parse())
        .transpose()
        .map_err(de::Error::custom)
}

fn read(text: &str, time_of_day: NaiveTime) -> Option<DateTime<Utc>> {
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Some(moment.to_utc());
    }
    let local = NaiveDate::parse_from_str(text, "%Y-%m-%d")
        .map(|date| date.and_time(time_of_day))
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S"))
        .ok()?;
    Some(local.and_local_timezone(CHINA).single()?.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(text: &str) -> Option<String> {
        serde_json::from_value::<PeriodBegin>(text.into())
            .ok()
            .map(|from| from.0.to_rfc3339())
    }

    #[test]
    fn dates_are_days_in_china() {
        assert_eq!(
            from("2024-05-01").as_deref(),
            Some("2024-04-30T16:00:00+00:00")
        );
        let to: PeriodEnd = serde_json::from_value("2024-05-01".into()).unwrap();
        assert_eq!(to.0.to_rfc3339(), "2024-05-01T15:59:59.999999+00:00");
        assert_eq!(
            from("2024-05-01T01:00:00+08:00").as_deref(),
            Some("2024-04-30T17:00:00+00:00")
        );
        assert_eq!(
            from("2024-05-01 08:00:00").as_deref(),
            Some("2024-05-01T00:00:00+00:00")
        );
        for wrong in ["", "yesterday", "2024-13-01", "1714500000"] {
            assert_eq!(from(wrong), None, "{wrong}");
        }
    }
}
