//! What ends a link to a person of the identity provider ends what is under way over it as well.

use domain::ids::{SignInEpoch, UserId};
use domain::permission::PermissionSet;
use storage::db::handles::connection;
use storage::db::provider_links::{self, ProviderPerson};
use storage::db::users;
use storage::lifecycle::By;
use storage::lifecycle::administration::{self, AccountChange, AdministrationError, ByMail};
use testkit::builders::{morning, person, server_key};
use testkit::postgres::TestDatabase;

const BY_MAIL: ByMail = ByMail::of_installation(false);

fn named(subject: &str) -> ProviderPerson {
    ProviderPerson {
        issuer: "https://id.example.cn".to_owned(),
        subject: subject.to_owned(),
    }
}

async fn change(
    database: &TestDatabase,
    user: UserId,
    change: AccountChange<'_>,
) -> Result<usize, AdministrationError> {
    let (pool, key) = (&database.pool, server_key());
    administration::change(pool, &key, user, &[change], By::System, morning()).await
}

/// The person links an account of the provider, as was begun in this epoch.
async fn link(
    database: &TestDatabase,
    (user, epoch): (UserId, SignInEpoch),
    person: &ProviderPerson,
) -> Result<usize, AdministrationError> {
    let by = By::Person {
        user,
        permissions: PermissionSet::NONE,
        epoch,
        client_ip: "192.0.2.1",
        agent: "test",
    };
    let (pool, key) = (&database.pool, server_key());
    let changes = [AccountChange::LinkProvider(person, BY_MAIL)];
    administration::change(pool, &key, user, &changes, by, morning()).await
}

#[tokio::test]
async fn a_link_that_was_begun_before_the_sign_ins_ended_is_not_made() {
    let database = TestDatabase::new().await;
    let user = person("zhangsan").create(&database.pool, morning()).await;
    let mut db = connection(&database.pool).await.unwrap();
    let (first, second) = (named("person-1"), named("person-2"));
    let begun = users::by_id(&mut db, user).await.unwrap().unwrap().epoch;
    link(&database, (user, begun), &first).await.unwrap();
    let end = AccountChange::RemoveProviderLink(&first, BY_MAIL);
    change(&database, user, end).await.unwrap();

    for person in [&first, &second] {
        let refused = link(&database, (user, begun), person).await;
        assert!(
            matches!(refused, Err(AdministrationError::OwnChangedMeanwhile)),
            "{refused:?}"
        );
    }
    let links = provider_links::of_user(&mut db, user).await.unwrap();
    assert_eq!(links, []);
    let now = users::by_id(&mut db, user).await.unwrap().unwrap().epoch;
    link(&database, (user, now), &second).await.unwrap();
}

/// Otherwise the link would end between its being read and the account's, whose state would let the sign-in go on.
#[tokio::test]
async fn a_link_does_not_end_while_somebody_signs_in_by_it() {
    let database = TestDatabase::new().await;
    let user = person("zhangsan").create(&database.pool, morning()).await;
    let mut db = connection(&database.pool).await.unwrap();
    let person = named("person-1");
    let made = AccountChange::LinkProvider(&person, BY_MAIL);
    change(&database, user, made).await.unwrap();

    let mut arrival = database.pool.begin().await.unwrap();
    let found = provider_links::account_of(&mut arrival, &person).await;
    assert_eq!(found.unwrap(), Some(user));
    let free = "SELECT count(*) FROM (SELECT FROM provider_link FOR UPDATE SKIP LOCKED) AS free";
    let held: i64 = sqlx::query_scalar(free).fetch_one(&mut *db).await.unwrap();
    assert_eq!(held, 0);
    arrival.commit().await.unwrap();
    let left: i64 = sqlx::query_scalar(free).fetch_one(&mut *db).await.unwrap();
    assert_eq!(left, 1);
}
