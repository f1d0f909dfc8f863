//! What administrators do to field lists and to which node has which.

use domain::catalogue::{CatalogueAction, CatalogueRefusal};
use domain::field::Field;
use domain::field::sheet::SheetCheck;

use super::{CatalogueDesk, CatalogueError, Locked};
use crate::db::account_events::FieldChange;
use crate::db::field_lists::{self, Assigned, FieldList, Removed};

/// Most characters of a list that the log keeps.
const LONGEST_ENTRY: usize = 2000;

impl CatalogueDesk<'_> {
    /// Makes a list, or replaces what it holds; where a version is given, only a list of that version (0: one that is not
    /// there).
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
        let change = locked.replace_list(name, (label, display, query)).await?;
        locked
            .record_fields(name, change.into_iter().collect())
            .await?;
        locked.tx.commit().await?;
        Ok(())
    }

    /// Removes a list that no node has.
    pub async fn remove_list(self, name: &str) -> Result<Removed, CatalogueError> {
        let mut locked = self.lock().await?;
        let before = field_lists::find(&mut locked.tx, name).await?;
        let removed = field_lists::remove(&mut locked.tx, name).await?;
        if removed == Removed::Done {
            let change = change_of(name, before.as_ref(), None);
            locked
                .record_fields(name, change.into_iter().collect())
                .await?;
            locked.tx.commit().await?;
        }
        Ok(removed)
    }

    /// Gives a node a list of its own; `None`: that of the node above.
    pub async fn assign_list(
        self,
        node: i64,
        list: Option<&str>,
    ) -> Result<Assigned, CatalogueError> {
        let mut locked = self.lock().await?;
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

    /// Takes over a table that was looked through: all of it. A node or list that went meanwhile refuses it.
    pub async fn import_fields(self, checked: &SheetCheck) -> Result<(), CatalogueError> {
        let mut locked = self.lock().await?;
        let mut changes = Vec::new();
        for (name, list) in &checked.lists {
            let content = (&*list.label, &*list.display, &*list.query);
            changes.extend(locked.replace_list(name, content).await?);
        }
        for (node, list) in &checked.nodes {
            let change = locked.assign(*node, list.as_deref()).await?;
            changes.extend(change.map_err(|_| CatalogueError::UnknownNode)?);
        }
        locked.record_fields("", changes).await?;
        locked.tx.commit().await?;
        Ok(())
    }
}

impl Locked<'_> {
    async fn replace_list(
        &mut self,
        name: &str,
        (label, display, query): (&str, &[Field], &[Field]),
    ) -> Result<Option<FieldChange>, CatalogueError> {
        let before = field_lists::find(&mut self.tx, name).await?;
        let stays = before.as_ref().is_some_and(|list| {
            (&*list.label, &*list.display, &*list.query) == (label, display, query)
        });
        if stays {
            return Ok(None);
        }
        field_lists::upsert(&mut self.tx, name, label, display, query).await?;
        let after = field_lists::find(&mut self.tx, name).await?;
        Ok(change_of(name, before.as_ref(), after.as_ref()))
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

fn change_of(
    name: &str,
    before: Option<&FieldList>,
    after: Option<&FieldList>,
) -> Option<FieldChange> {
    let (before, after) = (words(before), words(after));
    (before != after).then(|| FieldChange {
        field: name.to_owned(),
        before: before.chars().take(LONGEST_ENTRY).collect(),
        after: after.chars().take(LONGEST_ENTRY).collect(),
    })
}

fn words(list: Option<&FieldList>) -> String {
    let Some(list) = list else {
        return String::new();
    };
    let fields = |fields: &[Field]| {
        let fields = fields.iter().map(|field| {
            let unit = field.unit.as_deref().unwrap_or_default();
            let (kind, label) = (field.kind.words().1, &field.label);
            format!("{} ({label}, {}, {kind} {unit})", field.key, field.label_en)
        });
        fields.collect::<Vec<_>>().join("; ")
    };
    let (display, query) = (fields(&list.display), fields(&list.query));
    format!("{}\n{display}\n{query}", list.label)
}
