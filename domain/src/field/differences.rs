//! What became different between two lists of fields.

use super::Field;
use crate::common_order::{in_order, others};

/// A field by its place in a list, from 1.
pub type PlacedField<'a> = (usize, &'a Field);

/// The fields of both lists that the other one does not have so: they came, went, became others, or moved past those that
/// stay, as few of them as can be. A field whose place differs only because of these is none of them.
#[must_use]
pub fn differences<'a>(
    before: &'a [Field],
    after: &'a [Field],
) -> (Vec<PlacedField<'a>>, Vec<PlacedField<'a>>) {
    let mut same = in_order(before, after, |one, other| one.key == other.key);
    same.retain(|(one, other)| before[*one] == after[*other]);
    let (left, right): (Vec<usize>, Vec<usize>) = same.into_iter().unzip();
    (placed(before, &left), placed(after, &right))
}

fn placed<'a>(fields: &'a [Field], indices: &[usize]) -> Vec<PlacedField<'a>> {
    let placed = others(fields, indices).into_iter();
    placed.map(|(index, field)| (index + 1, field)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::field::FieldKind;

    /// Each letter is a field; an upper one has the key of the lower one, and another label.
    fn fields(letters: &str) -> Vec<Field> {
        let fields = letters.chars().map(|letter| Field {
            key: letter.to_lowercase().to_string(),
            label: letter.to_string(),
            label_en: "x".to_owned(),
            kind: FieldKind::Text,
            unit: None,
        });
        fields.collect()
    }

    fn words(placed: &[PlacedField<'_>]) -> String {
        let words = placed
            .iter()
            .map(|(place, field)| format!("{place}{}", field.label));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_came_went_became_another_or_moved_is_named_and_nothing_else() {
        for (before, after, left, right) in [
            ("", "", "", ""),
            ("abc", "abc", "", ""),
            ("", "ab", "", "1a 2b"),
            ("ab", "", "1a 2b", ""),
            ("abc", "xabc", "", "1x"),
            ("abc", "ac", "2b", ""),
            ("abc", "aBc", "2b", "2B"),
            ("abcd", "bcda", "1a", "4a"),
            ("abcd", "dabc", "4d", "1d"),
            ("abcd", "dabC", "3c 4d", "1d 4C"),
        ] {
            let (before, after) = (fields(before), fields(after));
            let (one, other) = differences(&before, &after);
            assert_eq!((&*words(&one), &*words(&other)), (left, right));
        }
    }

    proptest! {
        #[test]
        fn lists_without_differences_are_the_same(before in "[a-dA-D]{0,6}", after in "[a-dA-D]{0,6}") {
            let (before, after) = (fields(&before), fields(&after));
            let (one, other) = differences(&before, &after);
            prop_assert_eq!(one.is_empty() && other.is_empty(), before == after);
            // Those that stay are the same in both, in the same order.
            let stay = |all: &[Field], placed: &[PlacedField<'_>]| {
                let all = all.iter().enumerate();
                let stay = all.filter(|(index, _)| placed.iter().all(|(place, _)| *place != index + 1));
                stay.map(|(_, field)| field.clone()).collect::<Vec<_>>()
            };
            prop_assert_eq!(stay(&before, &one), stay(&after, &other));
        }
    }
}
