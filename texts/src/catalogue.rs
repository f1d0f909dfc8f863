//! The catalogue of texts.

use std::collections::HashMap;
use std::sync::LazyLock;

use strum::{EnumIter, EnumString, IntoStaticStr};

/// A language of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, IntoStaticStr, EnumString, EnumIter)]
pub enum Locale {
    /// Chinese of the mainland, letter for letter as specified.
    #[default]
    #[strum(serialize = "zh-CN")]
    ZhCn,
    /// English.
    #[strum(serialize = "en")]
    En,
}

type Catalogue = HashMap<&'static str, String>;

static ZH_CN: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../zh-CN.json")));
static EN: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../en.json")));

/// The files are part of the program: a test holds them to be JSON.
fn read(json: &'static str) -> Catalogue {
    serde_json::from_str(json).unwrap_or_default()
}

impl Locale {
    /// The tag of BCP 47, as it is stored and sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the tag.
    #[must_use]
    pub fn parse(tag: &str) -> Option<Self> {
        tag.parse().ok()
    }

    /// What stands between names in a sentence.
    pub(crate) const fn between_names(self) -> &'static str {
        match self {
            Self::ZhCn => "、",
            Self::En => ", ",
        }
    }

    pub(crate) fn catalogue(self) -> &'static Catalogue {
        match self {
            Self::ZhCn => &ZH_CN,
            Self::En => &EN,
        }
    }
}
