//! What two lists have in common in the same order, and what each has besides.

/// Indices of what is the same and stands in the same order in both lists: as many as there can be.
pub(crate) fn in_order<T>(
    before: &[T],
    after: &[T],
    same: impl Fn(&T, &T) -> bool,
) -> Vec<(usize, usize)> {
    // How many there are from these indices on.
    let mut counts = vec![vec![0_usize; after.len() + 1]; before.len() + 1];
    for (one, element) in before.iter().enumerate().rev() {
        for (other, candidate) in after.iter().enumerate().rev() {
            counts[one][other] = if same(element, candidate) {
                counts[one + 1][other + 1] + 1
            } else {
                counts[one + 1][other].max(counts[one][other + 1])
            };
        }
    }
    let (mut one, mut other) = (0, 0);
    let mut pairs = Vec::new();
    while let (Some(element), Some(candidate)) = (before.get(one), after.get(other)) {
        if same(element, candidate) {
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

/// The elements that stand at none of these indices, each with its index.
pub(crate) fn others<'a, T>(elements: &'a [T], indices: &[usize]) -> Vec<(usize, &'a T)> {
    let elements = elements.iter().enumerate();
    elements
        .filter(|(index, _)| !indices.contains(index))
        .collect()
}
