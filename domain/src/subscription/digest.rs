//! What owners are told each morning of the day before: what their subscriptions matched, and what became of it.

use chrono::{DateTime, Days, NaiveDate, Timelike as _, Utc};
use texts::{DigestText, Message};

use crate::calendar::{china_day, china_time};
use crate::task::ErrorClass;

/// The hour in China from which on people are told of the day before.
const TOLD_FROM: u32 = 8;

/// The day that owners are to be told of at this moment, once; `None`: it is too early.
#[must_use]
pub fn digest_day(now: DateTime<Utc>) -> Option<NaiveDate> {
    let is_late_enough = china_time(now).hour() >= TOLD_FROM;
    china_day(now)
        .checked_sub_days(Days::new(1))
        .filter(|_| is_late_enough)
}

/// What became of the scenes that a subscription matched on a day, or that ended or were withdrawn on it:
/// matched = delivered + waiting + missed + withdrawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DigestCounts {
    delivered: u64,
    withdrawn: u64,
    waiting: u64,
    missed: Vec<(Reason, u64)>,
}

impl DigestCounts {
    /// Adds scenes that lie at the target.
    pub const fn add_delivered(&mut self, count: u64) {
        self.delivered += count;
    }

    /// Adds scenes that had been delivered, and were taken out of the catalogue.
    pub const fn add_withdrawn(&mut self, count: u64) {
        self.withdrawn += count;
    }

    /// Adds scenes that were on their way when the day ended.
    pub const fn add_waiting(&mut self, count: u64) {
        self.waiting += count;
    }

    /// Adds scenes that never come, because of this.
    pub fn add_missed(&mut self, class: ErrorClass, count: u64) {
        self.add_missed_for(class.into(), count);
    }

    fn add_missed_for(&mut self, reason: Reason, count: u64) {
        match self.missed.iter_mut().find(|(one, _)| *one == reason) {
            Some((_, known)) => *known += count,
            None => self.missed.push((reason, count)),
        }
    }

    /// Scenes that matched, whatever their outcome.
    #[must_use]
    pub fn matched(&self) -> u64 {
        self.delivered + self.waiting + self.missed_in_all() + self.withdrawn
    }

    fn missed_in_all(&self) -> u64 {
        self.missed.iter().map(|(_, count)| count).sum()
    }

    fn add(&mut self, other: &Self) {
        self.delivered += other.delivered;
        self.withdrawn += other.withdrawn;
        self.waiting += other.waiting;
        for (reason, count) in &other.missed {
            self.add_missed_for(*reason, *count);
        }
    }

    /// Nothing where nothing was withdrawn, which is the rule.
    fn withdrawn_text(&self) -> Message {
        match self.withdrawn {
            0 => Message::default(),
            count => DigestText::Withdrawn { count }.into(),
        }
    }

    /// Why scenes were missed, the reason of most first.
    fn reasons(&self) -> Message {
        let mut reasons = self.missed.clone();
        reasons.sort_by_key(|(_, count)| *count);
        reasons.iter().fold(Message::default(), |more, reason| {
            reason_text(*reason, more).into()
        })
    }
}

/// Five of them: messages in messages are rendered no deeper.
fn reason_text((reason, count): (Reason, u64), more: Message) -> DigestText {
    match reason {
        Reason::SourceMissing => DigestText::SourceMissing { count, more },
        Reason::SourceUnfit => DigestText::SourceUnfit { count, more },
        Reason::Cancelled => DigestText::Cancelled { count, more },
        Reason::OutOfScope => DigestText::OutOfScope { count, more },
        Reason::Other => DigestText::Other { count, more },
    }
}

/// Why scenes are missed, as owners tell reasons apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    SourceMissing,
    SourceUnfit,
    Cancelled,
    OutOfScope,
    Other,
}

impl From<ErrorClass> for Reason {
    fn from(class: ErrorClass) -> Self {
        match class {
            ErrorClass::SourceMissing => Self::SourceMissing,
            ErrorClass::SourceCorrupt | ErrorClass::SourceRefused => Self::SourceUnfit,
            ErrorClass::Cancelled => Self::Cancelled,
            ErrorClass::OutOfScope => Self::OutOfScope,
            ErrorClass::SignInRefused
            | ErrorClass::TransientIo
            | ErrorClass::DependencyAway
            | ErrorClass::NoSpace
            | ErrorClass::Bug => Self::Other,
        }
    }
}

/// A subscription of which something is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DigestLine {
    /// By which people name it.
    pub number: String,
    pub name: String,
    /// Outcomes of its scenes.
    pub counts: DigestCounts,
}

/// What an owner is told of a day: all of it, and then each subscription in the same order of numbers, where there are several.
#[must_use]
pub fn digest_text(day: NaiveDate, lines: &[DigestLine]) -> DigestText {
    let mut all = DigestCounts::default();
    for line in lines {
        all.add(&line.counts);
    }
    let (name, each) = match lines {
        [only] => (format!(" {} {}", only.number, only.name), String::new()),
        _ => (String::new(), lines.iter().map(line_text).collect()),
    };
    DigestText::Day {
        day: day.to_string(),
        name,
        matched: all.matched(),
        delivered: all.delivered,
        waiting: all.waiting,
        missed: all.missed_in_all(),
        reasons: all.reasons(),
        withdrawn: all.withdrawn_text(),
        lines: each,
    }
}

fn line_text(
    DigestLine {
        number,
        name,
        counts,
    }: &DigestLine,
) -> String {
    let mut text = format!(
        "\n{number} {name}: {} = {} + {} + {}",
        counts.matched(),
        counts.delivered,
        counts.waiting,
        counts.missed_in_all()
    );
    if counts.withdrawn > 0 {
        text.push_str(&format!(" + {}", counts.withdrawn));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(delivered: u64, waiting: u64, missed: &[(ErrorClass, u64)]) -> DigestCounts {
        let mut counts = DigestCounts::default();
        counts.add_delivered(delivered);
        counts.add_waiting(waiting);
        for (class, count) in missed {
            counts.add_missed(*class, *count);
        }
        counts
    }

    fn line(number: &str, counts: DigestCounts) -> DigestLine {
        DigestLine {
            number: number.into(),
            name: "汛期".into(),
            counts,
        }
    }

    #[test]
    fn people_are_told_from_eight_oclock_in_china() {
        for (now, day) in [
            ("2026-11-27T23:59:59Z", None),
            ("2026-11-28T00:00:00Z", Some("2026-11-27")),
            ("2026-11-28T15:59:59Z", Some("2026-11-27")),
            ("2026-11-28T16:00:00Z", None),
        ] {
            let found = digest_day(now.parse().unwrap()).map(|day| day.to_string());
            assert_eq!(found.as_deref(), day, "{now}");
        }
    }

    #[test]
    fn what_was_withdrawn_is_a_sum_of_its_own() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
        let mut withdrawn = counts(0, 1, &[]);
        withdrawn.add_withdrawn(2);
        let lines = [
            line("S000001", withdrawn),
            line("S000002", counts(1, 0, &[])),
        ];
        let text = Message::from(digest_text(day, &lines)).chinese();
        assert_eq!(
            text,
            "2026-11-27 订阅推送：匹配 4 = 送达 1 + 待推送 1 + 未送达 0 + 已撤回 2\n\
             S000001 汛期: 3 = 0 + 1 + 0 + 2\n\
             S000002 汛期: 1 = 1 + 0 + 0"
        );
    }

    #[test]
    fn the_sum_says_what_each_line_says() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
        let lines = [
            line("S000001", counts(5, 1, &[(ErrorClass::SourceMissing, 1)])),
            line(
                "S000002",
                counts(
                    2,
                    0,
                    &[(ErrorClass::Bug, 3), (ErrorClass::SourceMissing, 1)],
                ),
            ),
        ];
        let text = Message::from(digest_text(day, &lines)).chinese();
        assert_eq!(
            text,
            "2026-11-27 订阅推送：匹配 13 = 送达 7 + 待推送 1 + 未送达 5（系统原因 3）（归档文件缺失或已更正 2）\n\
             S000001 汛期: 7 = 5 + 1 + 1\n\
             S000002 汛期: 6 = 2 + 0 + 4"
        );
        let one = Message::from(digest_text(day, &lines[..1])).chinese();
        assert_eq!(
            one,
            "2026-11-27 S000001 汛期 订阅推送：匹配 7 = 送达 5 + 待推送 1 + 未送达 1（归档文件缺失或已更正 1）"
        );
    }
}
