//! Languages as requests and answers name them.

use serde::{Deserialize, Serialize};
use texts::Locale;
use utoipa::ToSchema;

/// A language of the product.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = Language)]
pub enum LanguageTag {
    /// Chinese.
    #[serde(rename = "zh-CN")]
    ZhCn,
    /// English.
    #[serde(rename = "en")]
    En,
}

impl From<Locale> for LanguageTag {
    fn from(locale: Locale) -> Self {
        match locale {
            Locale::ZhCn => Self::ZhCn,
            Locale::En => Self::En,
        }
    }
}

impl From<LanguageTag> for Locale {
    fn from(tag: LanguageTag) -> Self {
        match tag {
            LanguageTag::ZhCn => Self::ZhCn,
            LanguageTag::En => Self::En,
        }
    }
}
