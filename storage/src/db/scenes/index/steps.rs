//! What a look costs, in steps of about ten nanoseconds.

/// Steps of a look for one of its budget: ten nanoseconds for a microsecond.
pub(super) const FOR_ONE_OF_THE_BUDGET: i64 = 100;
/// The budget is asked whenever so many steps were done: about every hundred microseconds.
pub(super) const AT_ONCE: i64 = 100 * FOR_ONE_OF_THE_BUDGET;

/// What is done for one scene, in steps of about ten nanoseconds: looking at its columns.
pub(super) const A_LOOK: i64 = 1;
/// Looking through its names.
pub(super) const A_NAME: i64 = 3;
/// Comparing its footprint with an area of few edges.
pub(super) const A_COMPARISON: i64 = 5;
/// Scenes that are taken or left out together in one step.
pub(super) const TOGETHER: i64 = 8;
/// Scenes whose bits are set or counted in one step.
pub(super) const OF_A_WORD: i64 = 512;
/// When so small a share of a chunk is of the time that is asked for, each is compared without asking the tree.
pub(super) const SMALL_SHARE: usize = 16;
/// So few scenes are compared with a scope one by one; for more it pays to know the whole chunk, which is remembered.
pub(super) const FEW_TO_COMPARE: usize = if cfg!(test) { 3 } else { 256 };
/// What took so many steps to find is worth remembering.
pub(super) const WORTH_REMEMBERING: i64 = if cfg!(test) { 0 } else { 2000 };

/// So many scenes, at one step each.
pub(super) fn steps(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
