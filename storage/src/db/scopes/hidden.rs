//! Which of some scenes somebody may not see.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::ids::{OrderId, TaskId, UserId};
use domain::permission::{Permission, PermissionSet};
use domain::scope::ScopeLimit;
use geometry::Footprint;
use sqlx::PgConnection;

use super::{ScopeBook, Viewer};
use crate::StorageError;
use crate::blocking::blocking;
use crate::db::catalogue::Tree;
use crate::db::order_scenes;
use crate::db::scenes::SceneScope;
use crate::db::users;

/// Outlines that are held at once of scenes of which there may be many.
const OUTLINES: usize = 2000;

/// What a person may see at this moment, as the database alone says: for decisions that are rare.
pub async fn scope_of_person(
    db: &mut PgConnection,
    person: UserId,
    now: DateTime<Utc>,
) -> Result<SceneScope, StorageError> {
    let user = users::by_id(db, person).await?;
    if user.is_some_and(|user| user.permissions.holds(Permission::AllScenes)) {
        return Ok(SceneScope::everything());
    }
    let book = ScopeBook::of_person(db, person).await?;
    let tree = Tree::read(db).await?;
    Ok(book.scope(Viewer::Person(person), &tree, now))
}

/// How far the grants of a person let them make grants at this moment, as the database alone says.
pub(crate) async fn limit_of_person(
    db: &mut PgConnection,
    person: UserId,
    now: DateTime<Utc>,
) -> Result<ScopeLimit, StorageError> {
    let book = ScopeBook::of_person(db, person).await?;
    let tree = Tree::read(db).await?;
    Ok(book.limit(Viewer::Person(person), &tree, now))
}

/// Those of these people who may see every scene, whatever they were granted.
pub(crate) async fn who_see_all(
    db: &mut PgConnection,
    people: &[UserId],
) -> Result<HashSet<UserId>, StorageError> {
    let ids: Vec<_> = people.iter().map(|person| person.0).collect();
    let rows = sqlx::query!(
        "SELECT id, permissions_of(id) AS \"permissions!\" FROM app_user WHERE id = ANY($1)",
        &ids[..]
    )
    .fetch_all(db)
    .await?;
    let seeing = rows.into_iter().filter_map(|row| {
        let permissions = PermissionSet::of_codes(&row.permissions);
        permissions
            .holds(Permission::AllScenes)
            .then_some(UserId(row.id))
    });
    Ok(seeing.collect())
}

/// Of the scenes with these public ids those that are not in the scope; ids without a scene are left out.
pub async fn hidden_ids(
    db: &mut PgConnection,
    scope: &SceneScope,
    dataids: &[String],
) -> Result<Vec<String>, StorageError> {
    if scope.is_everything() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        "SELECT dataid, nodeid, outline FROM scene WHERE dataid = ANY ($1)",
        dataids
    )
    .fetch_all(db)
    .await?;
    let hidden = rows
        .into_iter()
        .filter(|row| !holds(scope, row.nodeid, &row.outline));
    Ok(hidden.map(|row| row.dataid).collect())
}

/// Of the scenes with these numbers those that are not in the scope; numbers without a scene are left out.
pub async fn hidden_dids(
    db: &mut PgConnection,
    scope: &SceneScope,
    dids: &[i64],
) -> Result<HashSet<i64>, StorageError> {
    let mut hidden = HashSet::new();
    if scope.is_everything() {
        return Ok(hidden);
    }
    for dids in dids.chunks(OUTLINES) {
        hidden.extend(beyond(db, scope, dids).await?);
    }
    Ok(hidden)
}

/// Whether one of the scenes with these numbers is not in the scope: with the first such one the looking ends.
pub async fn any_hidden(
    db: &mut PgConnection,
    scope: &SceneScope,
    dids: &[i64],
) -> Result<bool, StorageError> {
    if scope.is_everything() {
        return Ok(false);
    }
    for dids in dids.chunks(OUTLINES) {
        if !beyond(db, scope, dids).await?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Of a few scenes those that are not in the scope. Outlines are compared where that holds up nobody.
async fn beyond(
    db: &mut PgConnection,
    scope: &SceneScope,
    dids: &[i64],
) -> Result<Vec<i64>, StorageError> {
    let rows = sqlx::query!(
        "SELECT did, nodeid, outline FROM scene WHERE did = ANY ($1)",
        dids
    )
    .fetch_all(db)
    .await?;
    let scope = scope.clone();
    blocking(move || {
        let beyond = rows
            .into_iter()
            .filter(|row| !holds(&scope, row.nodeid, &row.outline));
        beyond.map(|row| row.did).collect()
    })
    .await
}

/// How many scenes of an order are not in the scope.
pub async fn hidden_of_order(
    db: &mut PgConnection,
    scope: &SceneScope,
    order: OrderId,
) -> Result<usize, StorageError> {
    if scope.is_everything() {
        return Ok(0);
    }
    let dids = order_scenes::dids(db, order).await?;
    Ok(hidden_dids(db, scope, &dids).await?.len())
}

/// Numbers of the scenes in a cart that are in the scope; `None`: all of them.
pub async fn visible_in_cart(
    db: &mut PgConnection,
    scope: &SceneScope,
    user: UserId,
) -> Result<Option<Vec<i64>>, StorageError> {
    if scope.is_everything() {
        return Ok(None);
    }
    let rows = sqlx::query!(
        "SELECT s.did, s.nodeid, s.outline FROM cart_item c JOIN scene s USING (did) WHERE c.user_id = $1",
        user.0
    )
    .fetch_all(db)
    .await?;
    let visible = rows
        .iter()
        .filter(|row| holds(scope, row.nodeid, &row.outline));
    Ok(Some(visible.map(|row| row.did).collect()))
}

/// Of these tasks those whose scene is in the scope; `None`: all of them. A task without a scene is in no scope.
pub async fn visible_tasks(
    db: &mut PgConnection,
    scope: &SceneScope,
    tasks: &[TaskId],
) -> Result<Option<HashSet<TaskId>>, StorageError> {
    if scope.is_everything() {
        return Ok(None);
    }
    let ids: Vec<_> = tasks.iter().map(|task| task.0).collect();
    let rows = sqlx::query!(
        "SELECT t.id, s.nodeid, s.outline FROM task t JOIN scene s ON s.did = coalesce(t.did, t.preview_did) \
         WHERE t.id = ANY ($1)",
        &ids[..]
    )
    .fetch_all(db)
    .await?;
    let visible = rows
        .iter()
        .filter(|row| holds(scope, row.nodeid, &row.outline));
    Ok(Some(visible.map(|row| TaskId(row.id)).collect()))
}

fn holds(scope: &SceneScope, node: i64, outline: &[u8]) -> bool {
    let footprint = Footprint::try_from(outline).unwrap_or_default();
    scope.holds(node, footprint.view())
}
