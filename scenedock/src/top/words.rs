//! Numbers, times and kinds in the words of the terminal's monitor.

use chrono::{DateTime, Utc};
use domain::calendar::china_time;
use domain::size::ByteCount;
use domain::task::{ListedKind, TaskKind};
use texts::{Detail, Locale, TopText};

/// Placeholder for an empty list or a missing value.
pub const NOTHING: &str = "—";

/// A text in a language.
pub fn text_in(text: TopText, language: Locale) -> String {
    Detail::from(text).render(language)
}

/// Bytes with their unit; counts of the database are never below nought.
pub fn size(bytes: i64) -> String {
    ByteCount(bytes.unsigned_abs()).with_unit()
}

/// Beijing time of a moment.
pub fn moment(at: DateTime<Utc>) -> String {
    china_time(at).format("%Y-%m-%d %H:%M:%S").to_string()
}

/// `1:02:03`, `2:03` or `3 s`, of whole seconds.
pub fn passed(from: DateTime<Utc>, to: DateTime<Utc>) -> String {
    let seconds = (to - from).num_seconds().max(0);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes}:{:02}", seconds % 60),
        _ => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    }
}

/// Seconds of a wait, to a tenth.
pub fn wait(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| NOTHING.to_owned(), |seconds| format!("{seconds:.1} s"))
}

/// Percent that are done; nothing where the whole is not known.
pub fn percent(done: i64, all: i64) -> String {
    if all <= 0 {
        return NOTHING.to_owned();
    }
    let percent = i128::from(done.clamp(0, all)) * 100 / i128::from(all);
    format!("{percent}%")
}

/// Name of a kind of task.
pub fn kind(kind: ListedKind) -> TopText {
    let ListedKind::Known(known) = kind else {
        return TopText::Newer;
    };
    match known {
        TaskKind::ExtractScene => TopText::ExtractScene,
        TaskKind::PackageOrder => TopText::PackageOrder,
        TaskKind::VerifyDelivery => TopText::VerifyDelivery,
        TaskKind::Export => TopText::Export,
        TaskKind::MakePreview => TopText::MakePreview,
        TaskKind::PushScene => TopText::PushScene,
        TaskKind::BuildSegments => TopText::BuildSegments,
        TaskKind::ReceiveRun => TopText::ReceiveRun,
        TaskKind::CopyScene => TopText::CopyScene,
        TaskKind::WithdrawScene => TopText::WithdrawScene,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_shares_are_short() {
        let at: DateTime<Utc> = "2026-11-28T13:02:03Z".parse().unwrap();
        let after = |seconds| passed(at, at + chrono::TimeDelta::seconds(seconds));
        assert_eq!(after(-5), "0 s");
        assert_eq!(after(59), "59 s");
        assert_eq!(after(75), "1:15");
        assert_eq!(after(3723), "1:02:03");
        assert_eq!(
            (percent(1, 3), percent(5, 0)),
            ("33%".into(), NOTHING.into())
        );
        assert_eq!(percent(i64::MAX, i64::MAX), "100%");
        assert_eq!(moment(at), "2026-11-28 21:02:03");
    }
}
