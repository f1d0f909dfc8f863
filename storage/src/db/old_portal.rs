//! Rows of an old portal, written many at a time. What they say was checked by [`domain::old_portal`].

use std::collections::HashMap;

use domain::ids::UserId;
use domain::old_portal::order::CataloguedScene;
use domain::order::data_kind::DataKind;
use sqlx::PgConnection;
use uuid::Uuid;

use super::known;
use crate::StorageError;

pub(crate) mod behaviours;
pub(crate) mod deliveries;
pub(crate) mod orders;
pub(crate) mod users;

/// The accounts of these login names, by the name in lower case.
pub(crate) async fn people(
    db: &mut PgConnection,
    login_names: &[String],
) -> Result<HashMap<String, UserId>, StorageError> {
    let lower: Vec<String> = login_names.iter().map(|name| name.to_lowercase()).collect();
    let rows = sqlx::query!(
        "SELECT lower(login_name) AS \"name!\", id FROM app_user WHERE lower(login_name) = ANY ($1)",
        &lower
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.name, UserId(row.id)))
        .collect())
}

/// The scenes of these `dataid`s.
pub(crate) async fn scenes(
    db: &mut PgConnection,
    dataids: &[String],
) -> Result<HashMap<String, CataloguedScene>, StorageError> {
    let rows = sqlx::query!(
        "SELECT dataid, did, size, datatype FROM scene WHERE dataid = ANY ($1)",
        dataids
    )
    .fetch_all(db)
    .await?;
    let scenes = rows.into_iter().map(|row| {
        let scene = CataloguedScene {
            did: row.did,
            size: row.size,
            kind: DataKind::of_scene(known("scene.datatype", row.datatype)?),
        };
        Ok((row.dataid, scene))
    });
    scenes.collect()
}

/// A column of rows that go into one statement.
fn column<R, T>(rows: &[R], value: impl FnMut(&R) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

/// The ids of rows, for one statement.
fn uuids<R>(rows: &[R], value: impl Fn(&R) -> Uuid) -> Vec<Uuid> {
    rows.iter().map(value).collect()
}
