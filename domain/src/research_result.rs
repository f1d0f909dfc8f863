//! Results (成果): papers, reports and products that applicants made with the data, as they report them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::{FieldText, NoticeText};

use crate::text::{is_blank, is_forbidden};

/// Longest title, characters.
pub const LONGEST_TITLE: usize = 300;
/// Longest list of authors, venue or link, characters.
pub const LONGEST_LINE: usize = 500;
/// Longest note or reason, characters.
pub const LONGEST_NOTE: usize = 2000;
/// Orders that one result is based on.
pub const MAX_ORDERS: usize = 100;
/// Results that one person may have reported.
pub const MAX_RESULTS: i64 = 500;
/// Results are of this year or later.
const FIRST_YEAR: i32 = 1972;

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumString, EnumIter,
        )]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        pub enum $name {
            $($(#[$word_doc])* $word),+
        }

        impl $name {
            /// In the order that lists show them.
            pub const ALL: &'static [Self] = &[$(Self::$word),+];

            /// The word that is stored and sent.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                self.into()
            }

            /// Reads the word.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> {
                word.parse().ok()
            }
        }
    };
}

words!(
    /// Sort of a result.
    ResultKind {
        /// 论文
        Paper,
        /// 报告
        Report,
        /// 专利
        Patent,
        /// 产品: maps and data sets.
        Product,
        /// 获奖
        Award,
        /// 其他
        Other,
    }
);
words!(
    /// State of a result in its audit.
    ResultState {
        /// 待核实: as its owner reported it. It counts.
        Reported,
        /// 已核实: an administrator has looked at it.
        Checked,
        /// 未通过: with a reason. It does not count.
        Refused,
    }
);

words!(
    /// What somebody decides about a result.
    ResultDecision {
        /// 核实
        Check,
        /// 不通过, with a reason.
        Refuse,
    }
);

words!(
    /// What somebody does to a result of their own.
    ResultChange {
        /// 登记
        Report,
        /// 修改: it waits to be looked at again.
        Change,
        /// 撤回
        Withdraw,
    }
);

impl ResultDecision {
    /// Where the result stands then.
    #[must_use]
    pub const fn state(self) -> ResultState {
        match self {
            Self::Check => ResultState::Checked,
            Self::Refuse => ResultState::Refused,
        }
    }
}

/// As people name a result: `C000012`.
#[must_use]
pub fn number_text(number: i64) -> String {
    format!("C{number:06}")
}

/// What its owner is told when a result is refused.
#[must_use]
pub fn refusal(number: i64, title: &str, reason: &str) -> NoticeText {
    NoticeText::ResultRefused {
        number: number_text(number),
        title: title.to_owned(),
        said: reason.into(),
    }
}

/// The texts of a result before validation.
#[derive(Debug, Clone, Copy)]
pub struct TypedResult<'a> {
    /// The word of its kind.
    pub kind: &'a str,
    pub title: &'a str,
    /// Names of the authors.
    pub authors: &'a str,
    /// When it came out, `yyyy-MM`.
    pub month: &'a str,
    /// Journal, conference or publisher.
    pub venue: &'a str,
    /// Its DOI, plain or as an address; empty: it has none.
    pub doi: &'a str,
    /// An address where it can be looked at; empty: there is none.
    pub link: &'a str,
    /// Free remark.
    pub note: &'a str,
}

/// A validated result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultForm {
    /// Sort of the result.
    pub kind: ResultKind,
    pub title: String,
    /// Names of the authors.
    pub authors: String,
    /// The first day of the month in which it came out.
    pub month: NaiveDate,
    /// Where it came out, or empty.
    pub venue: String,
    /// `10.xxxx/…`, or empty.
    pub doi: String,
    /// `https://…`, or empty.
    pub link: String,
    /// Free remark, or empty.
    pub note: String,
}

impl TypedResult<'_> {
    /// What is kept of it.
    ///
    /// # Errors
    /// Every field that is wrong, and why.
    pub fn checked(&self, today: NaiveDate) -> Result<ResultForm, Vec<(&'static str, FieldText)>> {
        let mut faults = Vec::new();
        let mut note = |field, fault: Option<FieldText>| faults.extend(fault.map(|f| (field, f)));
        let kind = ResultKind::parse(self.kind);
        note("kind", kind.is_none().then_some(FieldText::ResultKindWrong));
        note("title", title_fault(self.title));
        let authors_missing = is_blank(self.authors).then_some(FieldText::AuthorsMissing);
        note(
            "authors",
            authors_missing.or_else(|| line_fault(self.authors)),
        );
        let month = month_of(self.month, today);
        note(
            "month",
            month.is_none().then_some(FieldText::ResultMonthWrong),
        );
        note("venue", line_fault(self.venue));
        let doi = doi_of(self.doi);
        note("doi", doi.is_none().then_some(FieldText::DoiWrong));
        let link = self.link.trim();
        note(
            "link",
            (!is_link(link)).then_some(FieldText::ResultLinkWrong),
        );
        note("note", text_fault(self.note, LONGEST_NOTE, false));
        match (kind, month, doi) {
            (Some(kind), Some(month), Some(doi)) if faults.is_empty() => Ok(ResultForm {
                kind,
                title: self.title.trim().to_owned(),
                authors: self.authors.trim().to_owned(),
                month,
                venue: self.venue.trim().to_owned(),
                doi,
                link: link.to_owned(),
                note: self.note.trim().to_owned(),
            }),
            _ => Err(faults),
        }
    }
}

/// Why a reason of a refusal cannot be kept.
#[must_use]
pub fn reason_fault(reason: &str) -> Option<FieldText> {
    if is_blank(reason) {
        return Some(FieldText::DecisionReasonMissing);
    }
    text_fault(reason, LONGEST_NOTE, false)
}

fn title_fault(title: &str) -> Option<FieldText> {
    if is_blank(title) {
        return Some(FieldText::TitleMissing);
    }
    if title.trim().chars().count() > LONGEST_TITLE {
        return Some(FieldText::TitleTooLong {
            most: LONGEST_TITLE as u64,
        });
    }
    text_fault(title, LONGEST_TITLE, true)
}

fn line_fault(line: &str) -> Option<FieldText> {
    text_fault(line, LONGEST_LINE, true)
}

fn text_fault(text: &str, longest: usize, one_line: bool) -> Option<FieldText> {
    let text = text.trim();
    if text.chars().any(|c| is_forbidden(c, one_line)) {
        return Some(FieldText::ControlCharacters);
    }
    (text.chars().count() > longest).then_some(FieldText::FormTextTooLong {
        most: longest as u64,
    })
}

/// The first day of a month that is not yet to come.
fn month_of(month: &str, today: NaiveDate) -> Option<NaiveDate> {
    use chrono::Datelike as _;
    let first = NaiveDate::parse_from_str(&format!("{}-01", month.trim()), "%Y-%m-%d").ok()?;
    (first.year() >= FIRST_YEAR && first <= today).then_some(first)
}

/// A DOI without what is often written before it; of nothing nothing. `None`: it is none.
fn doi_of(typed: &str) -> Option<String> {
    let mut rest = typed.trim();
    for before in [
        "https://", "http://", "dx.", "doi.org/", "doi:", "DOI:", "DOI ",
    ] {
        rest = rest.strip_prefix(before).unwrap_or(rest).trim_start();
    }
    let is_doi = || {
        let (prefix, suffix) = rest.split_once('/')?;
        let registrant = prefix.strip_prefix("10.")?;
        let mut parts = registrant.split('.');
        let first = parts.next()?;
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let known = (4..=9).contains(&first.len()) && digits(first) && parts.all(digits);
        let is_printable = suffix.chars().all(|c| c.is_ascii_graphic());
        (known && is_printable && !suffix.is_empty() && rest.len() <= LONGEST_LINE)
            .then(|| rest.to_owned())
    };
    if rest.is_empty() {
        Some(String::new())
    } else {
        is_doi()
    }
}

/// Nothing, or an address that browsers open.
fn is_link(link: &str) -> bool {
    let after = link
        .strip_prefix("https://")
        .or_else(|| link.strip_prefix("http://"));
    let fits = |rest: &str| {
        rest.starts_with(|c: char| c.is_alphanumeric())
            && !rest
                .chars()
                .any(|c| c.is_whitespace() || is_forbidden(c, true))
            && link.chars().count() <= LONGEST_LINE
    };
    link.is_empty() || after.is_some_and(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPED: TypedResult<'_> = TypedResult {
        kind: "paper",
        title: " 青藏高原冰川变化 ",
        authors: "张三；李四",
        month: "2026-03",
        venue: "遥感学报",
        doi: "https://doi.org/10.11834/jrs.20260001",
        link: "",
        note: "",
    };

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 3, 1).unwrap()
    }

    #[test]
    fn what_is_typed_is_kept_in_one_form() {
        let kept = TYPED.checked(today()).unwrap();
        assert_eq!(kept.title, "青藏高原冰川变化");
        assert_eq!(kept.doi, "10.11834/jrs.20260001");
        assert_eq!(kept.month, today());
        for (doi, kept) in [
            ("", Some("")),
            ("doi: 10.1000/182", Some("10.1000/182")),
            (
                "http://dx.doi.org/10.1016/j.rse.2026.1",
                Some("10.1016/j.rse.2026.1"),
            ),
            ("10.1000.10/123456", Some("10.1000.10/123456")),
            ("11.1000/182", None),
            ("10.100/1", None),
            ("10.1000/", None),
            ("10.1000/有 空格", None),
        ] {
            assert_eq!(doi_of(doi).as_deref(), kept, "{doi}");
        }
    }

    #[test]
    fn every_fault_is_told_at_once() {
        let wrong = TypedResult {
            kind: "song",
            title: " ",
            authors: "",
            month: "2026-04",
            venue: "a\nb",
            doi: "x",
            link: "javascript:alert(1)",
            note: "",
        };
        let faults = wrong.checked(today()).unwrap_err();
        let fields: Vec<_> = faults.iter().map(|(field, _)| *field).collect();
        let all = ["kind", "title", "authors", "month", "venue", "doi", "link"];
        assert_eq!(fields, all);
        for month in ["1971-12", "2026-13", "2026", ""] {
            assert_eq!(month_of(month, today()), None, "{month}");
        }
        for (link, fits) in [
            ("https://a.cn/x?y=1", true),
            ("ftp://a.cn", false),
            ("https:// a", false),
        ] {
            assert_eq!(is_link(link), fits, "{link}");
        }
        assert_eq!(reason_fault(" "), Some(FieldText::DecisionReasonMissing));
    }
}
