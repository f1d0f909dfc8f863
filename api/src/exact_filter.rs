//! Filters by a value to the letter, as figures name it.

use serde::Deserialize;
use utoipa::ToSchema;

/// What to filter by: the value where there is one, the empty one where rows without any are looked for. A parameter that is left
/// empty (`?unit=`) filters nothing, so those have a parameter of their own, `without`, which no value can be mistaken for.
pub(crate) fn exact(value: Option<String>, is_without: bool) -> Option<String> {
    if is_without {
        return Some(String::new());
    }
    value.filter(|text| !text.is_empty())
}

/// What a scene may leave empty.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EmptySceneField {
    /// The one that took it.
    Satellite,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_empty_filters_nothing_and_without_asks_for_none() {
        let value = |text: &str| Some(text.to_owned());
        assert_eq!(exact(None, false), None);
        assert_eq!(exact(value(""), false), None);
        assert_eq!(exact(value(" 院\u{3000}"), false), value(" 院\u{3000}"));
        assert_eq!(exact(None, true), value(""));
        assert_eq!(exact(value("院"), true), value(""));
    }
}
