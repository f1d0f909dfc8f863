//! What the audit log says of changed rules.

use domain::catalogue::placement::PlacementRules;

use crate::db::account_events::FieldChange;

/// Rules by their place, before and after, and the fallback.
pub(super) fn changes(before: &PlacementRules, after: &PlacementRules) -> Vec<FieldChange> {
    let (before, after) = (words(before), words(after));
    let places = before.len().max(after.len());
    let at = |words: &[String], place: usize| words.get(place).cloned().unwrap_or_default();
    let entries = (0..places).map(|place| FieldChange {
        field: match place {
            0 => "fallback".to_owned(),
            place => format!("rule{place}"),
        },
        before: at(&before, place),
        after: at(&after, place),
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
