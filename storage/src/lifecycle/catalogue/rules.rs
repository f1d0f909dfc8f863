//! What administrators do to the rules that place scenes which come in.

use domain::catalogue::placement::{PlacementRule, PlacementRules, RedirectedScenes};
use domain::catalogue::{CatalogueAction, CatalogueRefusal};

use super::{CatalogueDesk, CatalogueError, Locked};
use crate::db::account_events::FieldChange;
use crate::db::catalogue::{directory, ingest_rules};

/// What somebody may know of the rules that place scenes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownRules {
    /// Those that lead to nodes that they may know of, each with its number among all.
    pub rules: Vec<(usize, PlacementRule)>,
    /// The fallback, if they may know of it.
    pub fallback: Option<i64>,
    /// How often the rules were changed.
    pub version: i64,
    /// Whether some change could be theirs: every node that the rules name is theirs to change, so none is left out.
    pub may_change: bool,
}

impl KnownRules {
    /// As those know them who have just replaced them, and so may change every node that they name.
    #[must_use]
    pub fn replaced(rules: PlacementRules, version: i64) -> Self {
        Self {
            rules: numbered(rules.rules).collect(),
            fallback: rules.fallback,
            version,
            may_change: true,
        }
    }
}

fn numbered(rules: Vec<PlacementRule>) -> impl Iterator<Item = (usize, PlacementRule)> {
    rules
        .into_iter()
        .enumerate()
        .map(|(index, rule)| (index + 1, rule))
}

impl CatalogueDesk<'_> {
    /// The rules that place scenes which come in, as far as who acts may know of the nodes that they lead to.
    pub async fn rules(self) -> Result<KnownRules, CatalogueError> {
        let mut found = self.look().await?;
        let (all, version) = ingest_rules::read(&mut found.tx).await?;
        let may_change = (all.nodes()).all(|id| found.check_extent(Some(id)).is_ok());
        let known = numbered(all.rules).filter(|(_, rule)| found.knows(rule.node));
        Ok(KnownRules {
            rules: known.collect(),
            fallback: all.fallback.filter(|id| found.knows(*id)),
            version,
            may_change,
        })
    }

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
