//! Segments of the scene index (场景索引分段): when workers build them.

/// Orders and exports go first, pictures after it: processes that start wait for what was not built.
pub const PRIORITY: i32 = 0;

/// When segments are worth being built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildPolicy {
    /// A process reads fewer scenes than this from the database in half a second.
    pub least_scenes: u64,
    /// Scenes written since the last time that a process which starts would have to read besides.
    pub changes: u32,
}

impl Default for BuildPolicy {
    fn default() -> Self {
        Self {
            least_scenes: 50_000,
            changes: 20_000,
        }
    }
}

/// Whether segments are to be built, of so many scenes and so many changes since they were built; `None`: there are none.
#[must_use]
pub fn is_due(policy: BuildPolicy, scenes: u64, changes: Option<u64>) -> bool {
    let has_many = scenes >= policy.least_scenes;
    changes.map_or(has_many, |changes| changes >= u64::from(policy.changes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_scenes_need_none_and_few_changes_no_others() {
        let policy = BuildPolicy {
            least_scenes: 100,
            changes: 10,
        };
        assert!(!is_due(policy, 99, None));
        assert!(is_due(policy, 100, None));
        assert!(!is_due(policy, 100, Some(9)));
        assert!(is_due(policy, 100, Some(10)));
        // All scenes were removed: what there is still names them.
        assert!(is_due(policy, 0, Some(10)));
        assert!(!is_due(policy, 0, Some(0)));
    }
}
