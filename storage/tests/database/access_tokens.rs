//! Tokens that other systems call with, and the accounts that they call as.

use chrono::{DateTime, TimeDelta, Utc};
use domain::ids::UserId;
use sqlx::PgPool;
use storage::db::client_systems::{ClientSystemForm, IssuedToken, find_by_token};
use storage::db::handles::connection;
use storage::lifecycle::By;
use storage::lifecycle::client_systems::{ClientDesk, TokenForm};
use testkit::builders::person;
use testkit::postgres::TestDatabase;

/// An account of this name that a system calls as, with its token.
async fn system(pool: &PgPool, name: &str, now: DateTime<Utc>) -> (UserId, IssuedToken) {
    let user = person(name).create(pool, now).await;
    let by = By::System;
    let desk = ClientDesk { pool, by, now };
    let form = ClientSystemForm::default();
    desk.create(name, &form).await.unwrap();
    let form = TokenForm {
        name: "sync".to_owned(),
        permissions: None,
        valid: TimeDelta::days(30),
    };
    let (_, token) = desk.issue(user, &form).await.unwrap();
    (user, token)
}

#[tokio::test]
async fn the_migration_ends_tokens_of_accounts_that_are_off() {
    let database = TestDatabase::new().await;
    let now = "2026-11-30T00:00:00Z".parse().unwrap();
    let (off, of_off) = system(&database.pool, "peer_1", now).await;
    let (_, of_on) = system(&database.pool, "peer_2", now).await;
    let mut db = connection(&database.pool).await.unwrap();
    // As earlier versions switched accounts off, and then on.
    let switch = "UPDATE app_user SET disabled_at = $2 WHERE id = $1";
    let disabled = sqlx::query(switch).bind(off.0).bind(Some(now));
    disabled.execute(&mut *db).await.unwrap();
    let migration = include_str!("../../../migrations/0093_tokens_end_with_the_password.sql");
    sqlx::raw_sql(migration).execute(&mut *db).await.unwrap();
    let enabled = sqlx::query(switch).bind(off.0).bind(None::<DateTime<Utc>>);
    enabled.execute(&mut *db).await.unwrap();
    for (token, lives) in [(of_off, false), (of_on, true)] {
        let found = find_by_token(&mut db, token.expose(), now).await.unwrap();
        assert_eq!(found.is_some(), lives);
    }
}
