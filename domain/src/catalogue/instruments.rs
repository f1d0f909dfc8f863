//! What satellites and sensors are called, beside the codes that scenes have.

use std::collections::{BTreeMap, BTreeSet};

use texts::FieldText;

use super::is_fit;
use crate::text::is_blank;

pub mod sheet;

/// Longest code that has a name, in characters.
const LONGEST_CODE: usize = 200;

/// A satellite, or a sensor of one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstrumentCode {
    /// As scenes have it; empty: scenes that name none.
    pub satellite: String,
    /// As scenes have it; empty: the satellite itself.
    pub sensor: String,
}

impl InstrumentCode {
    /// A sensor of a satellite; with an empty one the satellite itself.
    pub fn new(satellite: impl Into<String>, sensor: impl Into<String>) -> Self {
        Self {
            satellite: satellite.into(),
            sensor: sensor.into(),
        }
    }

    /// Which part is wrong, by its name in requests.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, FieldText)> {
        let is_wrong = |text: &str| {
            text.chars().count() > LONGEST_CODE
                || text.chars().any(|c| crate::text::is_forbidden(c, true))
        };
        let missing = is_blank(&self.satellite) && is_blank(&self.sensor);
        if missing || is_wrong(&self.satellite) {
            Some(("satellite", FieldText::InstrumentCodeWrong))
        } else {
            is_wrong(&self.sensor).then_some(("sensor", FieldText::InstrumentCodeWrong))
        }
    }
}

/// A name in both languages. Without a Chinese one there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstrumentName {
    /// Chinese name.
    pub name: String,
    /// In English, or empty: the code as it is written.
    pub name_en: String,
}

impl InstrumentName {
    /// Whether it takes a name away.
    #[must_use]
    pub fn is_none(&self) -> bool {
        is_blank(&self.name) && is_blank(&self.name_en)
    }

    /// Which part is wrong, by its name in requests.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, FieldText)> {
        if self.is_none() {
            None
        } else if is_blank(&self.name) || !is_fit(&self.name) {
            Some(("name", FieldText::NodeLabelWrong))
        } else {
            (!is_fit(&self.name_en)).then_some(("nameEn", FieldText::NodeLabelWrong))
        }
    }
}

/// The names that there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InstrumentNames(pub BTreeMap<InstrumentCode, InstrumentName>);

impl InstrumentNames {
    /// A satellite in Chinese, or its code.
    #[must_use]
    pub fn satellite<'a>(&'a self, code: &'a str) -> &'a str {
        self.chinese(&InstrumentCode::new(code, "")).unwrap_or(code)
    }

    /// A sensor of a satellite in Chinese, or its code.
    #[must_use]
    pub fn sensor<'a>(&'a self, satellite: &str, code: &'a str) -> &'a str {
        let sensor = InstrumentCode::new(satellite, code);
        self.chinese(&sensor).unwrap_or(code)
    }

    fn chinese(&self, code: &InstrumentCode) -> Option<&str> {
        self.0.get(code).map(|name| name.name.as_str())
    }

    /// Without those of instruments that somebody does not see.
    #[must_use]
    pub fn limited_to(mut self, seen: &BTreeSet<InstrumentCode>) -> Self {
        self.0.retain(|code, _| seen.contains(code));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str, name_en: &str) -> InstrumentName {
        InstrumentName {
            name: name.into(),
            name_en: name_en.into(),
        }
    }

    #[test]
    fn a_name_is_chinese_at_least() {
        let long = "长".repeat(101);
        for (given, fault) in [
            (name("高分一号", "GF-1"), None),
            (name("高分一号", ""), None),
            (name("", ""), None),
            (name(" ", "\u{200B}"), None),
            (name("", "GF-1"), Some("name")),
            (name("高分\n一号", ""), Some("name")),
            (name(&long, ""), Some("name")),
            (name("高分一号", &long), Some("nameEn")),
        ] {
            assert_eq!(given.fault().map(|(field, _)| field), fault, "{given:?}");
        }
    }

    #[test]
    fn a_code_names_something() {
        let long = "x".repeat(201);
        for (satellite, sensor, fault) in [
            ("GF1", "", None),
            ("GF1", "PMS", None),
            ("", "PMS", None),
            ("", " ", Some("satellite")),
            (long.as_str(), "", Some("satellite")),
            ("GF1", "P\u{202E}MS", Some("sensor")),
        ] {
            let fault_of = InstrumentCode::new(satellite, sensor).fault();
            assert_eq!(fault_of.map(|(field, _)| field), fault, "{satellite}");
        }
    }

    #[test]
    fn what_has_no_name_is_called_by_its_code() {
        let names = InstrumentNames(
            [
                (InstrumentCode::new("GF1", ""), name("高分一号", "")),
                (InstrumentCode::new("GF1", "PMS"), name("全色多光谱", "")),
            ]
            .into(),
        );
        assert_eq!(names.satellite("GF1"), "高分一号");
        assert_eq!(names.satellite("GF2"), "GF2");
        assert_eq!(names.sensor("GF1", "PMS"), "全色多光谱");
        assert_eq!(names.sensor("GF2", "PMS"), "PMS");
        let seen = [InstrumentCode::new("GF1", "")].into();
        assert_eq!(names.limited_to(&seen).0.len(), 1);
    }
}
