//! The dictionary (字典): lists of words that forms offer, kept by administrators.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use strum::{EnumIter, EnumString, IntoStaticStr};
use texts::{FieldText, ProblemText};

use crate::text::{first_named, folded, is_blank, is_forbidden, is_shapeless};

pub mod sheet;

/// A list of the dictionary.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    IntoStaticStr,
    EnumString,
    EnumIter,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DictionaryKind {
    /// 用途: what an order is for.
    Usage,
    /// 处理级别: what a reprocessing order asks for.
    ProcessingLevel,
    /// 驳回常用语: what rejections mostly say.
    RejectPhrase,
}

impl DictionaryKind {
    /// In the order that lists show them.
    pub const ALL: [Self; 3] = [Self::Usage, Self::ProcessingLevel, Self::RejectPhrase];

    /// The word stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }

    /// Most characters of a name, in either language.
    #[must_use]
    pub const fn longest(self) -> usize {
        match self {
            Self::Usage | Self::ProcessingLevel => 50,
            Self::RejectPhrase => 200,
        }
    }

    /// Most entries: what a menu can hold.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::Usage | Self::ProcessingLevel => 100,
            Self::RejectPhrase => 50,
        }
    }

    /// Whether everybody's forms offer it; what the audit desk offers is for auditors.
    #[must_use]
    pub const fn is_of_forms(self) -> bool {
        match self {
            Self::Usage | Self::ProcessingLevel => true,
            Self::RejectPhrase => false,
        }
    }
}

/// A word that is offered, or was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryEntry {
    /// In Chinese: what an order keeps.
    pub name: String,
    /// In English, or empty: the Chinese name is read in both languages.
    pub name_en: String,
    /// Whether it is offered.
    pub on: bool,
}

impl DictionaryEntry {
    /// Without blanks around its names.
    #[must_use]
    pub fn trimmed(name: &str, name_en: &str, on: bool) -> Self {
        Self {
            name: name.trim().to_owned(),
            name_en: name_en.trim().to_owned(),
            on,
        }
    }

    fn english(&self) -> &str {
        if self.name_en.is_empty() {
            &self.name
        } else {
            &self.name_en
        }
    }
}

/// A part of an entry that people fill in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryPart {
    /// The Chinese name.
    Name,
    /// The English one.
    NameEn,
}

/// Something wrong with a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DictionaryFault {
    /// With which entry, from 0, and which part of it; `None`: with all of them together.
    pub entry: Option<(usize, EntryPart)>,
    /// What is wrong, in words for the person who uploaded the list.
    pub text: FieldText,
}

/// What is wrong with a list as it is to be.
#[must_use]
pub fn faults(kind: DictionaryKind, entries: &[DictionaryEntry]) -> Vec<DictionaryFault> {
    let mut faults = Vec::new();
    let mut add = |entry, text| faults.push(DictionaryFault { entry, text });
    if entries.len() > kind.most() {
        let most = kind.most() as u64;
        add(None, FieldText::TooManyEntries { most });
        return faults;
    }
    if !entries.iter().any(|entry| entry.on) {
        add(None, FieldText::NoEntryOn);
    }
    let mut chinese = HashSet::new();
    let mut english = HashSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let name = (Some((index, EntryPart::Name)), entry.name.as_str());
        let name_en = (Some((index, EntryPart::NameEn)), entry.name_en.as_str());
        if is_blank(&entry.name) {
            add(name.0, FieldText::EntryNameMissing);
            continue;
        }
        for (part, text) in [name, name_en] {
            if let Some(fault) = text_fault(kind, text) {
                add(part, fault);
            }
        }
        // Where two look the same in one language, the second is wrong.
        let twice_in_chinese = is_seen(&mut chinese, &entry.name);
        let twice_in_english = is_seen(&mut english, entry.english());
        if twice_in_chinese {
            add(name.0, FieldText::EntryTwice);
        } else if twice_in_english {
            let part = if entry.name_en.is_empty() {
                name
            } else {
                name_en
            };
            add(part.0, FieldText::EntryTwice);
        }
    }
    faults
}

fn text_fault(kind: DictionaryKind, text: &str) -> Option<FieldText> {
    if text.chars().count() > kind.longest() {
        let most = kind.longest() as u64;
        return Some(FieldText::FormTextTooLong { most });
    }
    let is_hidden = |c: char| is_forbidden(c, true) || is_shapeless(c);
    text.chars()
        .any(is_hidden)
        .then_some(FieldText::EntryHidden)
}

fn is_seen(seen: &mut HashSet<String>, text: &str) -> bool {
    !seen.insert(folded(text))
}

/// How a word stands to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordStanding {
    Offered,
    /// It was, and is switched off.
    SwitchedOff,
    /// The list does not have it.
    Unknown,
}

/// The lists that an order's form offers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormWords {
    /// 用途
    pub usages: Vec<DictionaryEntry>,
    /// 处理级别
    pub levels: Vec<DictionaryEntry>,
}

impl FormWords {
    /// How a usage stands, letter for letter.
    #[must_use]
    pub fn usage(&self, word: &str) -> WordStanding {
        standing(&self.usages, word)
    }

    /// How a processing level stands.
    #[must_use]
    pub fn level(&self, word: &str) -> WordStanding {
        standing(&self.levels, word)
    }
}

fn standing(entries: &[DictionaryEntry], word: &str) -> WordStanding {
    match entries.iter().find(|entry| entry.name == word) {
        Some(entry) if entry.on => WordStanding::Offered,
        Some(_) => WordStanding::SwitchedOff,
        None => WordStanding::Unknown,
    }
}

/// Why a list is not changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DictionaryRefusal {
    /// Its entries cannot be like that.
    #[error("entries of the dictionary are wrong")]
    Faulty(Vec<DictionaryFault>),
    /// Somebody changed it after it was read.
    #[error("the list was changed meanwhile")]
    ChangedMeanwhile,
    /// Orders have these words.
    #[error("words that are to go stand in orders")]
    InUse(Vec<WordUse>),
}

/// Which orders have a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordUse {
    /// The word.
    pub name: String,
    /// How many orders have it.
    pub count: u64,
    /// The newest numbers of those that have one: an order that is not handed in yet has none.
    pub orders: Vec<String>,
}

impl WordUse {
    /// What the person is told.
    #[must_use]
    pub fn text(self) -> FieldText {
        let Self { name, count, .. } = self;
        if self.orders.is_empty() {
            return FieldText::EntryHasDrafts { name, count };
        }
        let orders = first_named(count, &self.orders);
        FieldText::EntryHasOrders {
            name,
            count,
            orders,
        }
    }
}

impl DictionaryRefusal {
    /// What the person is told; `None`: which entries are wrong.
    #[must_use]
    pub const fn text(&self) -> Option<ProblemText> {
        match self {
            Self::Faulty(_) => None,
            Self::ChangedMeanwhile => Some(ProblemText::ChangedMeanwhile),
            Self::InUse(_) => Some(ProblemText::EntryInUse),
        }
    }
}

#[cfg(test)]
mod tests;
