//! What administrators do to the tree of units.

use domain::budget::Budget;
use domain::ids::UnitId;
use domain::scope::{ScopeAction, check_move, check_removal};

use super::{Locked, ScopeDesk, ScopeError, changes};
use crate::db::account_events::FieldChange;
use crate::db::scopes::{self, UnitNode};
use crate::db::units;

fn label(unit: Option<(UnitId, String)>) -> String {
    unit.map_or_else(String::new, |(_, name)| name)
}

impl ScopeDesk<'_> {
    /// Makes a unit below another one, or at the top. It has no members yet, so that nobody sees more or less by it.
    pub async fn add_unit(
        self,
        name: &str,
        parent: Option<UnitId>,
    ) -> Result<UnitNode, ScopeError> {
        let (mut locked, _) = self.lock().await?;
        let above = locked.named(parent).await?;
        if units::is_taken(&mut locked.tx, name, None).await? {
            return Err(ScopeError::NameTaken);
        }
        let made = scopes::add_unit(&mut locked.tx, name, parent, self.by.user()).await?;
        let made = made.ok_or(ScopeError::NameTaken)?;
        let after = [
            ("name", String::new(), name.to_owned()),
            ("parent", String::new(), label(above)),
        ];
        let subject = (&*made.id.to_string(), name);
        let action = ScopeAction::AddUnit;
        locked.write(action, subject, &changes(after)).await?;
        locked.tx.commit().await?;
        Ok(made)
    }

    /// Gives a unit another name; accounts that name it follow. Orders keep what was written in them.
    pub async fn rename_unit(self, id: UnitId, name: &str) -> Result<(), ScopeError> {
        let (mut locked, _) = self.lock().await?;
        let before = locked.unit_name(id).await?;
        if units::is_taken(&mut locked.tx, name, Some(id)).await? {
            return Err(ScopeError::NameTaken);
        }
        let renamed = scopes::rename_unit(&mut locked.tx, id, (&before, name)).await;
        let accounts = renamed.map_err(|error| match error.violated_unique() {
            Some(_) => ScopeError::NameTaken,
            None => error.into(),
        })?;
        // Accounts follow without an entry of their own.
        let counted = (before != name && accounts > 0).then(|| accounts.to_string());
        let changes = changes([
            ("name", before, name.to_owned()),
            ("accounts", String::new(), counted.unwrap_or_default()),
        ]);
        let action = ScopeAction::RenameUnit;
        locked.write_unit(action, (id, name), &changes).await?;
        locked.tx.commit().await?;
        Ok(())
    }

    /// Removes a unit that nothing needs.
    pub async fn remove_unit(self, id: UnitId) -> Result<(), ScopeError> {
        let (mut locked, _) = self.lock().await?;
        let unit = scopes::unit_node(&mut locked.tx, id).await?;
        let unit = unit.ok_or(ScopeError::NotFound)?;
        let above = locked.named(unit.parent_id.map(UnitId)).await?;
        let uses = scopes::unit_uses(&mut locked.tx, id).await?;
        check_removal(uses.facts())
            .map_err(|refusal| ScopeError::UnitInUse(refusal, Box::new(uses)))?;
        scopes::remove_unit(&mut locked.tx, id).await?;
        let changes = changes([
            ("name", unit.name.clone(), String::new()),
            ("parent", label(above), String::new()),
            ("status", unit.status.code().to_string(), String::new()),
        ]);
        let action = ScopeAction::RemoveUnit;
        locked
            .write_unit(action, (id, &unit.name), &changes)
            .await?;
        locked.tx.commit().await?;
        Ok(())
    }

    /// Puts a unit below another one, or at the top.
    pub async fn move_unit(
        self,
        id: UnitId,
        parent: Option<UnitId>,
        budget: &Budget,
    ) -> Result<(), ScopeError> {
        let (mut locked, book) = self.lock().await?;
        let named = locked.named(Some(id)).await?;
        let Some((_, name)) = named else {
            return Err(ScopeError::UnknownSubject);
        };
        let own = scopes::above(&mut locked.tx, id).await?;
        let before = locked.named(own.get(1).copied()).await?;
        let after = locked.named(parent).await?;
        if let Some(parent) = parent {
            check_move(id, &scopes::above(&mut locked.tx, parent).await?)?;
        }
        for unit in [&before, &after].into_iter().flatten() {
            locked.check_unit(&book, unit.0, budget).await?;
        }
        scopes::move_unit(&mut locked.tx, id, parent).await?;
        let changes = changes([("parent", label(before), label(after))]);
        let action = ScopeAction::MoveUnit;
        locked.write_unit(action, (id, &name), &changes).await?;
        locked.tx.commit().await?;
        Ok(())
    }
}

impl Locked<'_> {
    async fn unit_name(&mut self, id: UnitId) -> Result<String, ScopeError> {
        let name = scopes::unit(&mut self.tx, id).await?;
        name.ok_or(ScopeError::NotFound)
    }

    async fn write_unit(
        &mut self,
        action: ScopeAction,
        (id, name): (UnitId, &str),
        changes: &[FieldChange],
    ) -> Result<(), ScopeError> {
        if changes.is_empty() {
            return Ok(());
        }
        self.write(action, (&id.to_string(), name), changes).await
    }
}
