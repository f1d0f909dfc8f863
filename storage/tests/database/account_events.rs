//! What events of accounts say of what ended with a change, and of changes that nobody made.

use chrono::{DateTime, TimeDelta, Utc};
use domain::account::AccountAction;
use domain::ids::UserId;
use domain::recorded::Recorded;
use sqlx::PgPool;
use storage::db::account_events::{self, AccountEvent, FieldChange};
use storage::db::client_systems::ClientSystemForm;
use storage::db::handles::connection;
use storage::db::sessions::{self, SessionToken};
use storage::db::{Page, users};
use storage::lifecycle::By;
use storage::lifecycle::accounts;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use storage::lifecycle::client_systems::{ClientDesk, TokenForm};
use testkit::builders::{morning, person, server_key};
use testkit::postgres::TestDatabase;

const BY_MAIL: ByMail = ByMail::of_installation(false);

fn field(field: &str, before: &str, after: &str) -> FieldChange {
    FieldChange {
        field: field.to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
    }
}

/// Gives the account tokens of these names.
async fn issue(pool: &PgPool, user: UserId, names: &[&str], now: DateTime<Utc>) {
    for (name, seconds) in names.iter().zip(0..) {
        let desk = ClientDesk {
            pool,
            by: By::System,
            now: now + TimeDelta::seconds(seconds),
        };
        let form = TokenForm {
            name: (*name).to_owned(),
            permissions: None,
            valid: TimeDelta::days(30),
        };
        desk.issue(user, &form).await.unwrap();
    }
}

async fn change(pool: &PgPool, user: UserId, change: AccountChange<'_>, now: DateTime<Utc>) {
    administration::change(pool, &server_key(), user, &[change], By::System, now)
        .await
        .unwrap();
}

/// What the account's newest event says, and that the audit log says the same.
async fn newest(pool: &PgPool, user: UserId) -> AccountEvent {
    let mut db = connection(pool).await.unwrap();
    let page = Page::new(None, None);
    let events = account_events::of_user(&mut db, user, page).await.unwrap();
    let newest = events.items.into_iter().next().unwrap();
    let logged: sqlx::types::Json<Vec<FieldChange>> = sqlx::query_scalar(
        "SELECT changes FROM audit_entry WHERE subject = 'account' ORDER BY id DESC LIMIT 1",
    )
    .fetch_one(&mut *db)
    .await
    .unwrap();
    assert_eq!(logged.0, newest.changes);
    newest
}

#[tokio::test]
async fn tokens_that_end_with_a_password_or_an_account_are_named() {
    let database = TestDatabase::new().await;
    let (pool, now) = (&database.pool, morning());
    let user = person("peer_1").create(pool, now).await;
    let desk = ClientDesk {
        pool,
        by: By::System,
        now,
    };
    desk.create("peer_1", &ClientSystemForm::default())
        .await
        .unwrap();
    let gone = |names: &str| vec![field("tokens", names, "")];

    issue(pool, user, &["sync", "maps"], now).await;
    let reset = AccountChange::ResetPassword("hash", BY_MAIL);
    change(pool, user, reset, now).await;
    assert_eq!(newest(pool, user).await.changes, gone("sync, maps"));
    change(pool, user, reset, now).await;
    assert_eq!(newest(pool, user).await.changes, [], "there was none left");

    issue(pool, user, &["sync"], now).await;
    let key = server_key();
    accounts::set_password(pool, &key, user, "hash", now)
        .await
        .unwrap();
    assert_eq!(newest(pool, user).await.changes, gone("sync"));

    issue(pool, user, &["feed"], now).await;
    change(pool, user, AccountChange::Disable, now).await;
    let off = [
        field("enabled", "true", "false"),
        field("tokens", "feed", ""),
    ];
    assert_eq!(newest(pool, user).await.changes, off);
}

async fn begin(pool: &PgPool, user: UserId, client_ip: &str, now: DateTime<Utc>) -> SessionToken {
    let mut db = connection(pool).await.unwrap();
    let epoch = users::by_id(&mut db, user).await.unwrap().unwrap().epoch;
    let token = sessions::start(&mut db, (user, epoch), client_ip, "browser", now).await;
    token.unwrap().unwrap()
}

#[tokio::test]
async fn the_event_says_which_session_was_ended() {
    let database = TestDatabase::new().await;
    let (pool, now) = (&database.pool, morning());
    let user = person("zhangsan").create(pool, now).await;
    let later = now + TimeDelta::minutes(1);
    begin(pool, user, "192.0.2.1", now).await;
    let token = begin(pool, user, "192.0.2.2", later).await;
    let end = AccountChange::EndSessions(Some(token.session()));
    change(pool, user, end, now).await;
    let event = newest(pool, user).await;
    assert_eq!(event.action, Recorded::Known(AccountAction::EndSessions));
    let begun = "2026-11-21T02:01:00Z 192.0.2.2";
    assert_eq!(event.changes, [field("session", begun, "")]);
}

/// Whether a demo runs is decided where the server is started: nobody does it, and the log has it.
#[tokio::test]
async fn a_start_that_switches_the_demos_accounts_is_in_the_log() {
    let database = TestDatabase::new().await;
    let (pool, now) = (&database.pool, morning());
    let user = person("applicant").create(pool, now).await;
    let mut db = connection(pool).await.unwrap();
    users::mark_demo(&mut db, user).await.unwrap();
    drop(db);
    for (runs_demo, action, before, after) in [
        (false, AccountAction::Disable, "true", "false"),
        (true, AccountAction::Enable, "false", "true"),
    ] {
        // Of processes that start at the same moment one switches.
        let starts = (0..3).map(|_| accounts::settle_demo(pool, runs_demo, now));
        let switched: Vec<_> = futures::future::join_all(starts).await;
        let switched: usize = switched.into_iter().map(Result::unwrap).sum();
        assert_eq!(switched, 1);
        let event = newest(pool, user).await;
        assert_eq!((event.action, event.by), (Recorded::Known(action), None));
        assert_eq!(event.changes, [field("enabled", before, after)]);
    }
    let mut db = connection(pool).await.unwrap();
    let page = Page::new(None, None);
    let events = account_events::of_user(&mut db, user, page).await.unwrap();
    assert_eq!(events.total, 2);
}
