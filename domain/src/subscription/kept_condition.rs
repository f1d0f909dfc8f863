//! What a subscription keeps of a condition on a field.

use serde::{Deserialize, Serialize};

use crate::field::{Derived, Field, FieldCondition, FieldTest, Source};

/// A condition that is kept: its field as the list had it that was searched by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptCondition {
    /// What people read, and by its key where the value is.
    pub field: Field,
    /// What must hold of the value.
    pub test: FieldTest,
}

impl KeptCondition {
    /// What is asked of scenes. A key that stands for nothing any more finds nothing.
    #[must_use]
    pub fn condition(&self) -> FieldCondition {
        let source = Source::of_key(&self.field.key);
        FieldCondition {
            source: source.unwrap_or(Source::Derived(Derived::CenterLatitude)),
            test: self.test.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Column, FieldKind};

    #[test]
    fn what_is_kept_is_asked_as_it_was_and_of_a_lost_key_nothing_is_found() {
        let kept = |key: &str| KeptCondition {
            field: Field {
                key: key.into(),
                label: "分辨率".into(),
                label_en: "Resolution".into(),
                kind: FieldKind::Number,
                unit: Some("m".into()),
            },
            test: FieldTest::Range(None, Some(2.5)),
        };
        let stored = serde_json::to_value(kept("gsd")).unwrap();
        let read: KeptCondition = serde_json::from_value(stored).unwrap();
        assert_eq!(read, kept("gsd"));
        assert_eq!(read.condition().source, Source::Column(Column::Gsd));
        assert_eq!(read.condition().test, kept("gsd").test);
        let lost = kept("no longer a key").condition();
        assert!(matches!(lost.source, Source::Derived(_)));
    }
}
