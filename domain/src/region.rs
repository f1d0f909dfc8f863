//! Administrative regions, as administrators change those that ship.

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::{FieldText, ProblemText};

use crate::text::{is_blank, is_forbidden};

/// Longest name, in characters, and longest pinyin.
const LONGEST_NAME: usize = 100;
const LONGEST_PINYIN: usize = 200;
/// Digits of a code: the nation's 156 and six of GB/T 2260.
const CODE_DIGITS: usize = 9;

/// What kind of region; a higher one holds lower ones.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum RegionLevel {
    /// 全国
    Nation,
    /// 省
    Province,
    /// 市
    City,
    /// 县
    County,
}

impl RegionLevel {
    /// Every one, the highest first.
    pub const ALL: [Self; 4] = [Self::Nation, Self::Province, Self::City, Self::County];

    /// As files and tables have it.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::Nation => 0,
            Self::Province => 1,
            Self::City => 2,
            Self::County => 3,
        }
    }

    /// The word in answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads what files and tables have.
    #[must_use]
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.code() == code)
    }
}

/// Where a region stands that did not ship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionPosition {
    pub level: RegionLevel,
    /// Code of the region that it is part of.
    pub parent: String,
}

/// What is said of a region in place of what ships.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RegionOverlay {
    /// Whether the region is hidden as removed.
    pub removed: bool,
    /// Of a region that did not ship.
    pub position: Option<RegionPosition>,
    /// Its name and its pinyin; `None`: as shipped.
    pub name: Option<(String, String)>,
    /// WKT; `None`: as shipped.
    pub outline: Option<String>,
}

/// How a region differs from what ships.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RegionOrigin {
    /// Shipped, without changes.
    Shipped,
    /// It has another name or outline.
    Changed,
    /// Added by an administrator.
    Added,
    /// It shipped, and is no more.
    Removed,
}

impl RegionOrigin {
    pub const ALL: [Self; 4] = [Self::Shipped, Self::Changed, Self::Added, Self::Removed];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What an overlay makes of a region.
    #[must_use]
    pub const fn of_overlay(overlay: Option<&RegionOverlay>) -> Self {
        match overlay {
            None => Self::Shipped,
            Some(RegionOverlay { removed: true, .. }) => Self::Removed,
            Some(RegionOverlay {
                position: Some(_), ..
            }) => Self::Added,
            Some(_) => Self::Changed,
        }
    }
}

/// What is wrong with a code: nine digits.
#[must_use]
pub fn code_fault(code: &str) -> Option<FieldText> {
    let is_good = code.len() == CODE_DIGITS && code.bytes().all(|byte| byte.is_ascii_digit());
    (!is_good).then_some(FieldText::RegionCodeWrong)
}

/// What is wrong with a name and its pinyin, each by its field in requests.
#[must_use]
pub fn name_faults(name: &str, pinyin: &str) -> Vec<(&'static str, FieldText)> {
    let bad_name = is_blank(name)
        || name.chars().count() > LONGEST_NAME
        || name.chars().any(|c| is_forbidden(c, true));
    let syllable =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
    let bad_pinyin = pinyin.len() > LONGEST_PINYIN || !pinyin.split(' ').all(syllable);
    [
        ("areaName", bad_name, FieldText::NodeLabelWrong),
        ("pinyin", bad_pinyin, FieldText::PinyinWrong),
    ]
    .into_iter()
    .filter(|(_, is_bad, _)| *is_bad)
    .map(|(field, _, text)| (field, text))
    .collect()
}

/// The letter that lists put a region under: the first of its pinyin.
#[must_use]
pub fn initial(pinyin: &str) -> String {
    pinyin.chars().take(1).collect::<String>().to_uppercase()
}

/// Whether a region of this level may be part of one of that level.
#[must_use]
pub fn may_be_part(level: RegionLevel, above: RegionLevel) -> bool {
    level > above
}

/// Why a region is not made, changed or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RegionRefusal {
    /// There is none of this code.
    #[error("no such region")]
    Missing,
    /// Another region has the code, or had it: that one can be brought back.
    #[error("the code is taken")]
    CodeTaken,
    /// What it is to be part of is none, or no higher one.
    #[error("it cannot be part of that region")]
    ParentWrong,
    /// Another region beside it is called so, or looks so.
    #[error("the name is taken")]
    NameTaken,
    /// Somebody changed it after it was read.
    #[error("the region was changed meanwhile")]
    ChangedMeanwhile,
}

impl RegionRefusal {
    /// What the person is told; `None`: that it does not exist, or which field is wrong.
    #[must_use]
    pub const fn text(self) -> Option<ProblemText> {
        match self {
            Self::Missing | Self::CodeTaken | Self::ParentWrong | Self::NameTaken => None,
            Self::ChangedMeanwhile => Some(ProblemText::ChangedMeanwhile),
        }
    }
}

/// What happens to a region.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RegionAction {
    Create,
    /// It got another name or outline.
    Change,
    Remove,
    /// It is again as it ships.
    Restore,
}

impl RegionAction {
    pub const ALL: [Self; 4] = [Self::Create, Self::Change, Self::Remove, Self::Restore];

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_nine_digits() {
        for (code, is_good) in [
            ("156110000", true),
            ("15611000", false),
            ("1561100000", false),
            ("15611000x", false),
            ("１５６１１００００", false),
            ("", false),
        ] {
            assert_eq!(code_fault(code).is_none(), is_good, "{code}");
        }
    }

    #[test]
    fn names_are_written_and_can_be_spelt() {
        for (name, pinyin, faults) in [
            ("雄安新区", "xiong an xin qu", vec![]),
            ("", "xiong an", vec!["areaName"]),
            ("雄安", "", vec!["pinyin"]),
            ("雄安", "xiong  an", vec!["pinyin"]),
            ("雄安", "Xiong an", vec!["pinyin"]),
            ("雄\n安", "雄安", vec!["areaName", "pinyin"]),
        ] {
            let found: Vec<_> = name_faults(name, pinyin)
                .into_iter()
                .map(|(field, _)| field)
                .collect();
            assert_eq!(found, faults, "{name} {pinyin}");
        }
        assert_eq!(initial("xiong an"), "X");
    }

    #[test]
    fn a_region_is_part_of_a_higher_one() {
        use RegionLevel::{City, County, Nation, Province};
        assert!(may_be_part(County, City) && may_be_part(County, Province));
        assert!(!may_be_part(City, County) && !may_be_part(Province, Province));
        assert!(!may_be_part(Nation, Nation));
        for level in RegionLevel::ALL {
            assert_eq!(RegionLevel::from_code(level.code()), Some(level));
        }
    }

    #[test]
    fn an_overlay_says_how_a_region_differs() {
        let overlay = RegionOverlay::default();
        let added = RegionOverlay {
            position: Some(RegionPosition {
                level: RegionLevel::City,
                parent: "156110000".into(),
            }),
            ..RegionOverlay::default()
        };
        let removed = RegionOverlay {
            removed: true,
            ..RegionOverlay::default()
        };
        let origins = [None, Some(&overlay), Some(&added), Some(&removed)];
        assert_eq!(origins.map(RegionOrigin::of_overlay), RegionOrigin::ALL);
    }
}
