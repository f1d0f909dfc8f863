//! What administrators do to the rules that place scenes which come in.

use domain::catalogue::placement::{PlacementRules, RedirectedScenes};
use domain::catalogue::{CatalogueAction, CatalogueRefusal};

use super::{CatalogueDesk, CatalogueError, Locked};
use crate::db::account_events::FieldChange;
use crate::db::catalogue::{directory, ingest_rules};

impl CatalogueDesk<'_> {
    /// Replaces the rules that place scenes which come in; answers how often they were changed.
    pub async fn set_rules(
        self,
        version: i64,
        rules: &PlacementRules,
    ) -> Result<i64, CatalogueError> {
        let mut locked = self.lock().await?;
        ingest_rules::lock(&mut locked.tx).await?;
        let (before, current) = ingest_rules::read(&mut locked.tx).await?;
        if current != version {
            return Err(CatalogueRefusal::ChangedMeanwhile.into());
        }
        locked.check_rules(&before, rules).await?;
        if before == *rules {
            return Ok(current);
        }
        ingest_rules::replace(&mut locked.tx, rules).await?;
        let entries = changes(&before, rules);
        locked
            .write_named(CatalogueAction::ChangeRules, ("", ""), &entries)
            .await?;
        locked.tx.commit().await?;
        Ok(current + 1)
    }
}

impl Locked<'_> {
    /// Whether who acts could grant the nodes that scenes go to, and those that scenes would have gone to: a rule comes before
    /// the node that has the collection.
    async fn check_rules(
        &mut self,
        before: &PlacementRules,
        after: &PlacementRules,
    ) -> Result<(), CatalogueError> {
        for id in after.nodes() {
            if !self.knows(id) {
                return Err(CatalogueError::UnknownNode);
            }
        }
        for id in before.nodes().chain(after.nodes()) {
            self.check_extent(Some(id))?;
        }
        let nodes = directory::all(&mut self.tx).await?;
        let collections = nodes.iter();
        let collections: Vec<(i64, &str)> = collections
            .filter_map(|node| Some((node.id, node.draft.collection.as_deref()?)))
            .collect();
        match before.redirected(after, &collections) {
            RedirectedScenes::Any => self.check_extent(None)?,
            RedirectedScenes::OfNodes(nodes) => {
                for id in nodes {
                    self.check_extent(Some(id))?;
                }
            }
        }
        Ok(())
    }
}

/// Rules by their place, before and after, and the fallback.
fn changes(before: &PlacementRules, after: &PlacementRules) -> Vec<FieldChange> {
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
