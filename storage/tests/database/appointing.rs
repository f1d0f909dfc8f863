//! Of two who give roles at once the later one waits, and sees what the earlier one has given.

use domain::account::{AccountAction, Approval};
use domain::role::{Role, RoleId};
use storage::PgPool;
use storage::clock;
use storage::db::imported::ImportedAccount;
use storage::db::users::{NewUser, Profile};
use storage::lifecycle::{By, administration, import};
use testkit::builders::server_key;
use testkit::postgres::TestDatabase;

/// Makes an account while somebody else holds the roles; whether it waited.
async fn create_waits(pool: &PgPool, role: Role) -> bool {
    let new = NewUser {
        login_name: format!("made_{}", role.as_str()),
        password_hash: String::new(),
        roles: vec![role.into()],
        user_name: String::new(),
        unit: String::new(),
        email: String::new(),
    };
    let profile = Profile::default();
    waits(pool, async |pool: &PgPool| {
        let mut tx = pool.begin().await.unwrap();
        let account = (&new, &profile, Approval::Approved);
        let action = AccountAction::Create;
        let (key, now) = (server_key(), clock::now());
        administration::create(&mut tx, &key, account, action, By::System, now)
            .await
            .unwrap();
        tx.commit().await.unwrap();
    })
    .await
}

/// The same of many at once.
async fn import_waits(pool: &PgPool, role: Role) -> bool {
    let accounts = [ImportedAccount {
        login_name: format!("many_{}", role.as_str()),
        password_hash: String::new(),
        roles: vec![RoleId::from(role)],
        profile: Profile::default(),
    }];
    waits(pool, async |pool: &PgPool| {
        import::import(pool, &server_key(), &accounts, By::System, clock::now())
            .await
            .unwrap();
    })
    .await
}

async fn waits(pool: &PgPool, work: impl AsyncFnOnce(&PgPool)) -> bool {
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("SELECT FROM role ORDER BY id FOR NO KEY UPDATE")
        .execute(&mut *holder)
        .await
        .unwrap();
    let has_waited = async {
        let waiting = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() \
                       AND wait_event_type = 'Lock')";
        while !sqlx::query_scalar::<_, bool>(waiting)
            .fetch_one(pool)
            .await
            .unwrap()
        {
            tokio::task::yield_now().await;
        }
    };
    let work = std::pin::pin!(work(pool));
    let has_waited = std::pin::pin!(has_waited);
    match futures::future::select(work, has_waited).await {
        futures::future::Either::Left(_) => false,
        futures::future::Either::Right(((), work)) => {
            holder.rollback().await.unwrap();
            work.await;
            true
        }
    }
}

#[tokio::test]
async fn who_gives_more_than_everybody_gets_waits_for_others_who_do() {
    let database = TestDatabase::new().await;
    let pool = &database.pool;
    assert!(create_waits(pool, Role::Operator).await);
    assert!(import_waits(pool, Role::Operator).await);
    assert!(!create_waits(pool, Role::Applicant).await);
    assert!(!import_waits(pool, Role::Applicant).await);
}
