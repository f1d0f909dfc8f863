//! The catalogue of texts.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A language of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Locale {
    /// Chinese of the mainland, letter for letter as specified.
    #[default]
    ZhCn,
    /// English.
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
    pub(crate) fn catalogue(self) -> &'static Catalogue {
        match self {
            Self::ZhCn => &ZH_CN,
            Self::En => &EN,
        }
    }
}
