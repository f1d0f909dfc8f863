//! What administrators do to the catalogue's tree. Each change locks all grants and all nodes, asks [`domain::catalogue`]
//! and whether who acts sees what it touches, applies it, and writes an entry of the audit log with the same transaction.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::catalogue::{
    CatalogueAction, CatalogueRefusal, NodeDraft, NodeUses, check_kind_change, check_levels,
    check_move,
};
use domain::permission::Permission;
use domain::scope::{GrantExtent, ScopeLimit};
use sqlx::PgPool;

use super::By;
use super::scopes::{changes, viewer};
use crate::db::account_events::FieldChange;
use crate::db::audit_log::{self, NewAuditEntry};
use crate::db::catalogue::directory::DirectoryNode;
use crate::db::catalogue::node_uses::{NamedNodeUses, named_uses};
use crate::db::catalogue::{Tree, directory};
use crate::db::scenes::{SceneIndex, SceneScope};
use crate::db::scopes::{self, MoveEffect, ScopeBook, bound_people, with_below};

mod catalogue_error;
mod fields;
mod instruments;
mod labels;
mod node_fields;
mod rules;
mod withdrawals;

pub use catalogue_error::CatalogueError;
use catalogue_error::taken;
use node_fields::{differences, removal};

pub use rules::KnownRules;

/// Where the catalogue is changed, by whom, and when.
#[derive(Clone, Copy)]
pub struct CatalogueDesk<'a> {
    /// The database.
    pub pool: &'a PgPool,
    /// Holds what people may see.
    pub index: &'a SceneIndex,
    /// Author of the changes.
    pub by: By<'a>,
    /// Time of the changes.
    pub now: DateTime<Utc>,
}

/// What somebody may know of the catalogue's nodes.
pub struct KnownNodes {
    /// The nodes, each with whether it is theirs to change.
    pub nodes: Vec<(DirectoryNode, bool)>,
    /// Whether whatever may come into the catalogue is theirs as well: a collection that no node has yet, a node at the top.
    pub may_change_all: bool,
}

/// New parent and position of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodePlace {
    /// Below this one; `None`: at the top.
    pub parent: Option<i64>,
    /// In front of this sibling; `None`: behind all.
    pub before: Option<i64>,
}

/// What is known; in a change nobody else changes nodes or grants meanwhile.
struct Locked<'a> {
    tx: sqlx::Transaction<'static, sqlx::Postgres>,
    desk: CatalogueDesk<'a>,
    tree: Tree,
    book: Arc<ScopeBook>,
    limit: ScopeLimit,
    scope: SceneScope,
}

impl<'a> CatalogueDesk<'a> {
    async fn lock(self) -> Result<Locked<'a>, CatalogueError> {
        let mut tx = self.pool.begin().await?;
        scopes::lock(&mut tx).await?;
        directory::lock(&mut tx).await?;
        self.read(tx).await
    }

    /// Without the locks of a change: whoever looks holds nobody up.
    async fn look(self) -> Result<Locked<'a>, CatalogueError> {
        let tx = self.pool.begin().await?;
        self.read(tx).await
    }

    async fn read(
        self,
        mut tx: sqlx::Transaction<'static, sqlx::Postgres>,
    ) -> Result<Locked<'a>, CatalogueError> {
        let book = self.index.scopes(&mut tx).await?;
        let tree = Tree::read(&mut tx).await?;
        let viewer = viewer(self.by);
        Ok(Locked {
            limit: book.limit(viewer, &tree, self.now),
            scope: book.scope(viewer, &tree, self.now),
            tx,
            desk: self,
            tree,
            book,
        })
    }

    /// The nodes that who acts may know of.
    pub async fn list(self) -> Result<KnownNodes, CatalogueError> {
        let mut found = self.look().await?;
        let nodes = directory::all(&mut found.tx).await?;
        let nodes = nodes.into_iter().filter(|node| found.knows(node.id));
        let nodes = nodes.map(|node| {
            let is_theirs = found.check_extent(Some(node.id)).is_ok();
            (node, is_theirs)
        });
        Ok(KnownNodes {
            nodes: nodes.collect(),
            may_change_all: found.check_extent(None).is_ok(),
        })
    }

    /// Makes a node, behind its siblings.
    pub async fn create(
        self,
        parent: Option<i64>,
        draft: &NodeDraft,
    ) -> Result<DirectoryNode, CatalogueError> {
        let mut locked = self.lock().await?;
        locked.check_parent(parent)?;
        let above = parent.map_or_else(Vec::new, |parent| locked.tree.chain(parent));
        check_levels(None, above.len(), 1)?;
        locked.check_collection(None, draft)?;
        locked.check_label(parent, None, &draft.label).await?;
        let id = directory::insert(&mut locked.tx, parent, draft).await;
        let id = id.map_err(taken)?;
        let made = locked.read(id).await?;
        locked
            .record(CatalogueAction::CreateNode, None, &made)
            .await?;
        locked.tx.commit().await?;
        Ok(made)
    }

    /// Changes what a node is called and what lies in it.
    pub async fn change(
        self,
        (id, version): (i64, i64),
        draft: &NodeDraft,
    ) -> Result<DirectoryNode, CatalogueError> {
        let mut locked = self.lock().await?;
        let before = locked.node(id, version).await?;
        if before.draft == *draft {
            return Ok(before);
        }
        locked.check_collection(before.draft.collection.as_deref(), draft)?;
        let kind = |draft: &NodeDraft| (draft.kind, draft.scene_type);
        if kind(&before.draft) != kind(draft) {
            check_kind_change(&directory::uses(&mut locked.tx, id).await?)?;
        }
        if before.draft.label != draft.label {
            locked
                .check_label(before.parent_id, Some(id), &draft.label)
                .await?;
        }
        let changed = directory::update(&mut locked.tx, id, draft).await;
        changed.map_err(taken)?;
        let after = locked.read(id).await?;
        let action = CatalogueAction::ChangeNode;
        locked.record(action, Some(&before), &after).await?;
        locked.tx.commit().await?;
        Ok(after)
    }

    /// What a move would change for those who look. Nothing is written.
    pub async fn preview(self, id: i64, parent: Option<i64>) -> Result<MoveEffect, CatalogueError> {
        let mut locked = self.lock().await?;
        locked.check_node(id)?;
        locked.check_new_parent(id, parent)?;
        locked.effect(id, parent).await
    }

    /// Puts a node elsewhere, with all that lies below it.
    pub async fn move_node(
        self,
        (id, version): (i64, i64),
        position: NodePlace,
    ) -> Result<DirectoryNode, CatalogueError> {
        let mut locked = self.lock().await?;
        let before = locked.node(id, version).await?;
        if before.parent_id != position.parent {
            locked.check_new_parent(id, position.parent)?;
            locked
                .check_label(position.parent, Some(id), &before.draft.label)
                .await?;
            let effect = locked.effect(id, position.parent).await?;
            if !effect.grants.is_empty() && !holds(self.by, Permission::ManageScopes) {
                return Err(CatalogueRefusal::ChangesScopes.into());
            }
        }
        let mut siblings = directory::children(&mut locked.tx, position.parent).await?;
        let former = siblings.iter().position(|sibling| *sibling == id);
        siblings.retain(|sibling| *sibling != id);
        let at = match position.before {
            None => siblings.len(),
            Some(before) => (siblings.iter())
                .position(|sibling| *sibling == before)
                .ok_or(CatalogueError::UnknownNode)?,
        };
        if former == Some(at) {
            return Ok(before);
        }
        siblings.insert(at, id);
        directory::set_parent(&mut locked.tx, id, position.parent).await?;
        directory::arrange(&mut locked.tx, &siblings).await?;
        let after = locked.read(id).await?;
        let action = CatalogueAction::MoveNode;
        let words = |node: Option<i64>| node.map_or_else(String::new, |id| id.to_string());
        let former = former.map_or_else(String::new, |former| (former + 1).to_string());
        let changes = changes([
            ("parent", words(before.parent_id), words(after.parent_id)),
            ("place", former, (at + 1).to_string()),
        ]);
        locked.write(action, &after, &changes).await?;
        locked.tx.commit().await?;
        Ok(after)
    }

    /// What needs a node, by name.
    pub async fn uses(self, id: i64) -> Result<NamedNodeUses, CatalogueError> {
        let mut locked = self.lock().await?;
        locked.check_node(id)?;
        Ok(named_uses(&mut locked.tx, id).await?)
    }

    /// Removes a node that nothing needs.
    pub async fn delete(self, (id, version): (i64, i64)) -> Result<(), CatalogueError> {
        let mut locked = self.lock().await?;
        let before = locked.node(id, version).await?;
        let changes = removal(&before, locked.position(&before).await?);
        let mut uses = named_uses(&mut locked.tx, id).await?;
        if uses.counts != NodeUses::default() {
            return Err(CatalogueError::InUse(Box::new(uses)));
        }
        let removed = directory::remove(&mut locked.tx, id).await;
        // Scenes are written meanwhile.
        removed.map_err(|error| {
            if error.is_dangling() {
                uses.counts.scenes = 1;
                CatalogueError::InUse(Box::new(uses))
            } else {
                CatalogueError::from(error)
            }
        })?;
        let action = CatalogueAction::DeleteNode;
        locked.write(action, &before, &changes).await?;
        locked.tx.commit().await?;
        Ok(())
    }
}

fn holds(by: By<'_>, permission: Permission) -> bool {
    match by {
        By::Person { permissions, .. } => permissions.holds(permission),
        By::Registrant { .. } => false,
        By::System => true,
    }
}

impl Locked<'_> {
    /// Whether who acts may know of the node: sees it, or something below it.
    fn knows(&self, id: i64) -> bool {
        let below = self.tree.with_descendants(&[id]);
        below.iter().any(|node| self.scope.holds_node(*node))
            || (self.tree.contains(id) && self.scope.is_everything())
    }

    /// Whether who acts could grant these nodes (`None`: all) everywhere and for good.
    fn check_extent(&self, nodes: Option<i64>) -> Result<(), CatalogueRefusal> {
        let extent = GrantExtent {
            nodes: nodes.map(|id| [id].into()),
            ..GrantExtent::default()
        };
        let given = with_below(extent, &self.tree);
        (self.limit.check(&given, |_, _| false)).map_err(|_| CatalogueRefusal::BeyondOwnScope)
    }

    fn check_node(&self, id: i64) -> Result<(), CatalogueError> {
        if !self.knows(id) {
            return Err(CatalogueError::NotFound);
        }
        Ok(self.check_extent(Some(id))?)
    }

    /// The same about a node that is to be above another one; at the top are those who see everything.
    fn check_parent(&self, parent: Option<i64>) -> Result<(), CatalogueError> {
        if parent.is_some_and(|id| !self.knows(id)) {
            return Err(CatalogueError::UnknownNode);
        }
        Ok(self.check_extent(parent)?)
    }

    /// Whether a node may come out of where it is and go below that one.
    fn check_new_parent(&self, id: i64, parent: Option<i64>) -> Result<(), CatalogueError> {
        self.check_parent(parent)?;
        let former = self.tree.chain(id);
        self.check_extent(former.get(1).copied())?;
        let above = parent.map_or_else(Vec::new, |parent| self.tree.chain(parent));
        check_move(id, &above)?;
        let former = former.len().saturating_sub(1);
        Ok(check_levels(
            Some(former),
            above.len(),
            self.tree.levels(id),
        )?)
    }

    async fn read(&mut self, id: i64) -> Result<DirectoryNode, CatalogueError> {
        let found = directory::find(&mut self.tx, id).await?;
        found.ok_or(CatalogueError::NotFound)
    }

    /// The node, if who acts may change it and has read it as it is.
    async fn node(&mut self, id: i64, version: i64) -> Result<DirectoryNode, CatalogueError> {
        self.check_node(id)?;
        let node = self.read(id).await?;
        if node.version != version {
            return Err(CatalogueRefusal::ChangedMeanwhile.into());
        }
        Ok(node)
    }

    async fn effect(&mut self, id: i64, parent: Option<i64>) -> Result<MoveEffect, CatalogueError> {
        let before = self.tree.chain(id);
        let above = parent.map_or_else(Vec::new, |parent| self.tree.chain(parent));
        let after: Vec<i64> = std::iter::once(id).chain(above).collect();
        let people = bound_people(&mut self.tx).await?;
        let places = (&*before, &*after);
        Ok(self.book.effect_of_move(places, &people, self.desk.now))
    }

    async fn record(
        &mut self,
        action: CatalogueAction,
        before: Option<&DirectoryNode>,
        after: &DirectoryNode,
    ) -> Result<(), CatalogueError> {
        let changes = differences(before, Some(after));
        self.write(action, after, &changes).await
    }

    async fn write(
        &mut self,
        action: CatalogueAction,
        node: &DirectoryNode,
        changes: &[FieldChange],
    ) -> Result<(), CatalogueError> {
        let id = node.id.to_string();
        self.write_named(action, (&id, &node.draft.label), changes)
            .await
    }

    async fn write_named(
        &mut self,
        action: CatalogueAction,
        (subject_id, subject_name): (&str, &str),
        changes: &[FieldChange],
    ) -> Result<(), CatalogueError> {
        let by = self.desk.by;
        let entry = NewAuditEntry {
            at: self.desk.now,
            by: by.user(),
            action: AuditAction::Catalogue(action),
            subject_id,
            subject_name,
            outcome: AuditOutcome::Done,
            reason: "",
            changes,
            client_ip: by.client_ip(),
            agent: by.agent(),
        };
        Ok(audit_log::insert(&mut self.tx, &entry).await?)
    }
}
