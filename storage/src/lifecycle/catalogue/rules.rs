//! What the audit log says of changed rules.

use domain::catalogue::placement::PlacementRules;

use crate::db::account_events::FieldChange;

/// Rules by their place, before and after, and the fallback.
pub(super) fn changes(before: &PlacementRules, after: &PlacementRules) -> Vec<FieldChange> {
    let (before, after) = (words(before), words(after));
    let count = before.len().max(after.len());
    let at = |words: &[String], index: usize| words.get(index).cloned().unwrap_or_default();
    let entries = (0..count).map(|index| FieldChange {
        field: match index {
            0 => "fallback".to_owned(),
            index => format!("rule{index}"),
        },
        before: at(&before, index),
        after: at(&after, index),
    });
    entries
        .filter(|entry| entry.before != entry.after)
        .collect()
}

fn words(rules: &PlacementRules) -> Vec<String> {
    let fallback = rules.fallback.map_or_else(String::new, |id| id.to_string());
    let rules = rules.rules.iter().map(|rule| {
        let patterns = [&rule.collection, &rule.satellite, &rule.sensor, &rule.level];
        let patterns = patterns.map(|pattern| match pattern.as_str() {
            "" => "*",
            text => text,
        });
        format!("{} -> {}", patterns.join(" / "), rule.node)
    });
    std::iter::once(fallback).chain(rules).collect()
}
