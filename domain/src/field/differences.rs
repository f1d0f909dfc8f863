//! What became different between two lists of fields.

use super::Field;

/// A field by its place in a list, from 1.
pub type PlacedField<'a> = (usize, &'a Field);

/// The fields of both lists that the other one does not have so: they came, went, became others, or moved past those that
/// stay, as few of them as can be. A field whose place differs only because of these is none of them.
#[must_use]
pub fn differences<'a>(
    before: &'a [Field],
    after: &'a [Field],
) -> (Vec<PlacedField<'a>>, Vec<PlacedField<'a>>) {
    let mut same = in_order(before, after);
    same.retain(|(one, other)| before[*one] == after[*other]);
    let (left, right): (Vec<usize>, Vec<usize>) = same.into_iter().unzip();
    (others(before, &left), others(after, &right))
}

/// The fields that stand at none of these indices.
fn others<'a>(fields: &'a [Field], indices: &[usize]) -> Vec<PlacedField<'a>> {
    let fields = fields.iter().enumerate();
    let others = fields.filter(|(index, _)| !indices.contains(index));
    others.map(|(index, field)| (index + 1, field)).collect()
}

/// Indices of the fields of the same keys that stand in the same order in both lists: as many as there can be.
fn in_order(before: &[Field], after: &[Field]) -> Vec<(usize, usize)> {
    // How many there are from these indices on.
    let mut counts = vec![vec![0_usize; after.len() + 1]; before.len() + 1];
    for (one, field) in before.iter().enumerate().rev() {
        for (other, candidate) in after.iter().enumerate().rev() {
            counts[one][other] = if field.key == candidate.key {
                counts[one + 1][other + 1] + 1
            } else {
                counts[one + 1][other].max(counts[one][other + 1])
            };
        }
    }
    let (mut one, mut other) = (0, 0);
    let mut pairs = Vec::new();
    while let (Some(field), Some(candidate)) = (before.get(one), after.get(other)) {
        if field.key == candidate.key {
            pairs.push((one, other));
            (one, other) = (one + 1, other + 1);
        } else if counts[one + 1][other] >= counts[one][other + 1] {
            one += 1;
        } else {
            other += 1;
        }
    }
    pairs
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
