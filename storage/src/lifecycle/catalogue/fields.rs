//! What administrators do to field lists and to which node has which.

use std::collections::HashSet;

use domain::catalogue::{CatalogueAction, CatalogueRefusal};
use domain::field::sheet::SheetCheck;
use domain::field::{Field, PlacedField, differences, is_fallback_list};

use super::{CatalogueDesk, CatalogueError, KnownNodes, Locked};
use crate::db::account_events::FieldChange;
use crate::db::field_lists::{self, Assigned, FieldList, Removed};

/// Most characters of a part of a list that the log keeps.
const LONGEST_ENTRY: usize = 2000;

impl KnownNodes {
    /// Names of those lists that who acts may change: all nodes that have one are theirs to change.
    #[must_use]
    pub fn changeable_lists<'a>(&self, lists: &'a [FieldList]) -> HashSet<&'a str> {
        let theirs = self.nodes.iter().filter(|(_, is_theirs)| *is_theirs);
        let theirs: HashSet<i64> = theirs.map(|(node, _)| node.id).collect();
        let changeable = lists.iter().filter(|list| {
            (self.may_change_all || !is_fallback_list(&list.name))
                && list.node_ids.iter().all(|id| theirs.contains(id))
        });
        changeable.map(|list| list.name.as_str()).collect()
    }
}

impl CatalogueDesk<'_> {
    /// Makes a list, or replaces what it holds; where a version is given, only a list of that version (0: one that is not
    /// there). What a node has that is not theirs to change stays.
    pub async fn put_list(
        self,
        (name, version): (&str, Option<i64>),
        (label, display, query): (&str, &[Field], &[Field]),
    ) -> Result<(), CatalogueError> {
        let mut locked = self.lock().await?;
        let before = field_lists::find(&mut locked.tx, name).await?;
        let current = before.map_or(0, |list| list.version);
        if version.is_some_and(|version| version != current) {
            return Err(CatalogueRefusal::ChangedMeanwhile.into());
        }
        let changes = locked.replace_list(name, (label, display, query)).await?;
        locked.record_fields(name, changes).await?;
        locked.tx.commit().await?;
        Ok(())
    }

    /// Removes a list that no node has.
    pub async fn remove_list(self, name: &str) -> Result<(), CatalogueError> {
        let mut locked = self.lock().await?;
        let before = field_lists::find(&mut locked.tx, name).await?;
        // Nodes that have it refuse below; those that fall back to it would fall back to another one.
        locked.check_list(name, &[])?;
        match field_lists::remove(&mut locked.tx, name).await? {
            Removed::Done => {}
            Removed::Missing => return Err(CatalogueError::NotFound),
            Removed::InUse(nodes) => {
                let count = nodes.len() as u64;
                let known = nodes.into_iter().filter(|(id, _)| locked.knows(*id));
                let names = known.map(|(_, label)| label).collect();
                return Err(CatalogueError::ListInUse { count, names });
            }
        }
        let changes = changes_of(name, before.as_ref(), None);
        locked.record_fields(name, changes).await?;
        locked.tx.commit().await?;
        Ok(())
    }

    /// Gives a node a list of its own; `None`: that of the node above.
    pub async fn assign_list(
        self,
        node: i64,
        list: Option<&str>,
    ) -> Result<Assigned, CatalogueError> {
        let mut locked = self.lock().await?;
        locked.check_node(node)?;
        let change = locked.assign(node, list).await?;
        match change {
            Ok(change) => {
                let name = node.to_string();
                locked
                    .record_fields(&name, change.into_iter().collect())
                    .await?;
                locked.tx.commit().await?;
                Ok(Assigned::Done)
            }
            Err(refused) => Ok(refused),
        }
    }

    /// Takes over a table that was looked through: all of it. A node or list that went meanwhile refuses it, and so does a node
    /// that is not theirs to change and would get another list, or has one that would be replaced.
    pub async fn import_fields(self, checked: &SheetCheck) -> Result<(), CatalogueError> {
        let mut locked = self.lock().await?;
        let mut changes = Vec::new();
        for (name, list) in &checked.lists {
            let content = (&*list.label, &*list.display, &*list.query);
            changes.extend(locked.replace_list(name, content).await?);
        }
        for (node, list) in &checked.nodes {
            if !locked.knows(*node) {
                return Err(CatalogueError::UnknownNode);
            }
            let change = locked.assign(*node, list.as_deref()).await?;
            let change = change.map_err(|_| CatalogueError::UnknownNode)?;
            if change.is_some() {
                locked.check_extent(Some(*node))?;
            }
            changes.extend(change);
        }
        locked.record_fields("", changes).await?;
        locked.tx.commit().await?;
        Ok(())
    }
}

impl Locked<'_> {
    /// Whether these nodes, which have the list, are theirs to change, and all that fall back to it.
    fn check_list(&self, name: &str, nodes: &[i64]) -> Result<(), CatalogueRefusal> {
        if is_fallback_list(name) {
            self.check_extent(None)?;
        }
        nodes
            .iter()
            .try_for_each(|node| self.check_extent(Some(*node)))
    }

    async fn replace_list(
        &mut self,
        name: &str,
        (label, display, query): (&str, &[Field], &[Field]),
    ) -> Result<Vec<FieldChange>, CatalogueError> {
        let before = field_lists::find(&mut self.tx, name).await?;
        let stays = before.as_ref().is_some_and(|list| {
            (&*list.label, &*list.display, &*list.query) == (label, display, query)
        });
        if stays {
            return Ok(Vec::new());
        }
        let nodes = before.as_ref().map(|list| list.node_ids.as_slice());
        self.check_list(name, nodes.unwrap_or_default())?;
        field_lists::upsert(&mut self.tx, name, label, display, query).await?;
        let after = field_lists::find(&mut self.tx, name).await?;
        Ok(changes_of(name, before.as_ref(), after.as_ref()))
    }

    async fn assign(
        &mut self,
        node: i64,
        list: Option<&str>,
    ) -> Result<Result<Option<FieldChange>, Assigned>, CatalogueError> {
        let before = super::directory::find(&mut self.tx, node).await?;
        match field_lists::assign(&mut self.tx, node, list).await? {
            Assigned::Done => {}
            refused => return Ok(Err(refused)),
        }
        let before = before.and_then(|node| node.field_list).unwrap_or_default();
        let after = list.unwrap_or_default().to_owned();
        let change = FieldChange {
            field: format!("node {node}"),
            before,
            after,
        };
        Ok(Ok((change.before != change.after).then_some(change)))
    }

    async fn record_fields(
        &mut self,
        name: &str,
        changes: Vec<FieldChange>,
    ) -> Result<(), CatalogueError> {
        if changes.is_empty() {
            return Ok(());
        }
        self.write_named(CatalogueAction::ChangeFields, (name, name), &changes)
            .await
    }
}

/// What of a list became different, part by part. Of fields only those that did: however long the list is, what is cut off
/// its end hides no change.
fn changes_of(
    name: &str,
    before: Option<&FieldList>,
    after: Option<&FieldList>,
) -> Vec<FieldChange> {
    let none = FieldList::default();
    let (before, after) = (before.unwrap_or(&none), after.unwrap_or(&none));
    let display = differences(&before.display, &after.display);
    let query = differences(&before.query, &after.query);
    let parts = [
        ("label", before.label.clone(), after.label.clone()),
        ("display", words(&display.0), words(&display.1)),
        ("query", words(&query.0), words(&query.1)),
    ];
    let cut = |text: String| -> String { text.chars().take(LONGEST_ENTRY).collect() };
    let differ = parts
        .into_iter()
        .filter(|(_, before, after)| before != after);
    differ
        .map(|(part, before, after)| FieldChange {
            field: format!("{name} {part}"),
            before: cut(before),
            after: cut(after),
        })
        .collect()
}

fn words(fields: &[PlacedField<'_>]) -> String {
    let fields = fields.iter().map(|(number, field)| {
        let (kind, label) = (field.kind.words().1, &field.label);
        let unit = field
            .unit
            .as_ref()
            .map_or_else(String::new, |unit| format!(" {unit}"));
        format!(
            "{number}. {} ({label}, {}, {kind}{unit})",
            field.key, field.label_en
        )
    });
    fields.collect::<Vec<_>>().join("; ")
}
