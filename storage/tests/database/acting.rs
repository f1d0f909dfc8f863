//! Whoever acts is asked for again in the transaction: a request is let in minutes before it does anything.

use domain::account::{AccountAction, Approval};
use domain::ids::UserId;
use domain::permission::{Permission, PermissionSet};
use domain::role::{Role, RoleId};
use storage::clock;
use storage::db::imported::ImportedAccount;
use storage::db::users::{NewUser, Profile};
use storage::lifecycle::administration::{self, AccountChange, AdministrationError, ByMail};
use storage::lifecycle::client_systems::{ClientDesk, ClientSystemError};
use storage::lifecycle::roles::{self, RoleDraft, RoleError};
use storage::lifecycle::{By, LifecycleError, import, intervention};
use storage::{PgPool, StorageError};
use testkit::builders::{acting, add_scenes, order, person, scene, server_key};
use testkit::postgres::TestDatabase;

const BY_MAIL: ByMail = ByMail::of_installation(false);

async fn administrator(pool: &PgPool, name: &str) -> UserId {
    let person = person(name).role(Role::Admin);
    person.create(pool, clock::now()).await
}

async fn disable(pool: &PgPool, user: UserId, by: By<'_>) -> Result<usize, AdministrationError> {
    let change = [AccountChange::Disable];
    administration::change(pool, &server_key(), user, &change, by, clock::now()).await
}

fn draft(name: &str) -> RoleDraft<'_> {
    RoleDraft {
        name,
        note: "",
        permissions: PermissionSet::from_permissions(&[Permission::Cart]),
        permissions_before: None,
        second_factor: false,
    }
}

/// Whether each door is shut to `by`.
async fn assert_shut(pool: &PgPool, other: UserId, role: &RoleId, by: By<'_>) {
    let (key, now) = (server_key(), clock::now());
    for change in [
        AccountChange::ResetPassword("of the dismissed", BY_MAIL),
        AccountChange::Disable,
        AccountChange::EndSessions(None),
    ] {
        let refused = administration::change(pool, &key, other, &[change], by, now).await;
        assert!(
            matches!(
                refused,
                Err(AdministrationError::Storage(StorageError::ActorChanged))
            ),
            "{change:?}: {refused:?}"
        );
    }
    let new = NewUser {
        login_name: "made_late".to_owned(),
        password_hash: String::new(),
        roles: vec![Role::Admin.into()],
        user_name: String::new(),
        unit: String::new(),
        email: String::new(),
    };
    let mut tx = pool.begin().await.unwrap();
    let profile = Profile::default();
    let account = (&new, &profile, Approval::Approved);
    let refused =
        administration::create(&mut tx, &key, account, AccountAction::Create, by, now).await;
    assert!(
        matches!(
            refused,
            Err(AdministrationError::Storage(StorageError::ActorChanged))
        ),
        "{refused:?}"
    );
    drop(tx);
    let many = [ImportedAccount {
        login_name: "imported_late".to_owned(),
        password_hash: String::new(),
        roles: vec![Role::Applicant.into()],
        profile: Profile::default(),
    }];
    let refused = import::import(pool, &key, &many, by, now).await;
    assert!(
        matches!(
            refused,
            Err(AdministrationError::Storage(StorageError::ActorChanged))
        ),
        "{refused:?}"
    );
    for refused in [
        roles::create(pool, draft("late"), by, now).await.map(drop),
        roles::change(pool, role, draft("later"), by, now).await,
        roles::remove(pool, role, by, now).await,
    ] {
        assert!(
            matches!(refused, Err(RoleError::Storage(StorageError::ActorChanged))),
            "{refused:?}"
        );
    }
    let refused = ClientDesk { pool, by, now }.remove(other).await;
    assert!(
        matches!(
            refused,
            Err(ClientSystemError::Storage(StorageError::ActorChanged))
        ),
        "{refused:?}"
    );
}

#[tokio::test]
async fn who_was_dismissed_after_being_let_in_does_nothing_more() {
    let database = TestDatabase::new().await;
    let (pool, now) = (&database.pool, clock::now());
    let dismissed = administrator(pool, "admin_1").await;
    let other = administrator(pool, "admin_2").await;
    let role = roles::create(pool, draft("of others"), By::System, now)
        .await
        .unwrap();
    add_scenes(pool, &[scene("S1")]).await;
    let ordered = order(other, &["S1".to_owned()]).create(pool, now).await;
    let by = acting(dismissed, Role::Admin);
    // Until then it may, so that what is refused is so for this reason.
    intervention::set_priority(pool, ordered, 3, by, now)
        .await
        .unwrap();
    disable(pool, dismissed, By::System).await.unwrap();
    assert_shut(pool, other, &role, by).await;
    let refused = intervention::set_priority(pool, ordered, 7, by, now).await;
    assert!(
        matches!(
            refused,
            Err(LifecycleError::Storage(StorageError::ActorChanged))
        ),
        "{refused:?}"
    );
    let left: Vec<String> = sqlx::query_scalar(
        "SELECT login_name FROM app_user WHERE disabled_at IS NULL UNION ALL SELECT name FROM role WHERE name ~ 'late'",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    assert_eq!(left, ["admin_2"]);
}

/// Of two administrators who dismiss one another at the same moment one does.
#[tokio::test]
async fn of_two_who_dismiss_one_another_one_is_dismissed() {
    let database = TestDatabase::new().await;
    let pool = &database.pool;
    administrator(pool, "admin_0").await;
    for round in 0..5 {
        let one = administrator(pool, &format!("one_{round}")).await;
        let other = administrator(pool, &format!("other_{round}")).await;
        let (first, second) = tokio::join!(
            disable(pool, one, acting(other, Role::Admin)),
            disable(pool, other, acting(one, Role::Admin)),
        );
        assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    }
}
