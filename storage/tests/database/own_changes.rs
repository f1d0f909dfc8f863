//! What somebody does to their own account after a proof of it, while somebody else changes the account.

use domain::ids::{SignInEpoch, UserId};
use domain::permission::PermissionSet;
use storage::db::handles::connection;
use storage::db::provider_links::ProviderPerson;
use storage::db::sign_in::{self, Attempt};
use storage::db::users::{self, Profile};
use storage::db::{second_factors, sessions};
use storage::lifecycle::By;
use storage::lifecycle::administration::{
    self, AccountChange, AdministrationError, ByMail, ConfirmedFactor,
};
use testkit::builders::{morning, person, server_key};
use testkit::postgres::TestDatabase;

const BY_MAIL: ByMail = ByMail::of_installation(false);

struct Account {
    database: TestDatabase,
    user: UserId,
}

impl Account {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let user = person("zhangsan").create(&database.pool, morning()).await;
        Self { database, user }
    }

    async fn epoch(&self) -> SignInEpoch {
        let mut db = connection(&self.database.pool).await.unwrap();
        let found = users::by_id(&mut db, self.user).await.unwrap();
        found.unwrap().epoch
    }

    async fn change(
        &self,
        change: AccountChange<'_>,
        by: By<'_>,
    ) -> Result<usize, AdministrationError> {
        let (pool, key) = (&self.database.pool, server_key());
        administration::change(pool, &key, self.user, &[change], by, morning()).await
    }

    /// As its person, who came in in this epoch.
    async fn own(
        &self,
        epoch: SignInEpoch,
        change: AccountChange<'_>,
    ) -> Result<usize, AdministrationError> {
        let by = By::Person {
            user: self.user,
            permissions: PermissionSet::NONE,
            epoch,
            client_ip: "192.0.2.1",
            agent: "test",
        };
        self.change(change, by).await
    }

    async fn text(&self, query: &'static str) -> String {
        let found = sqlx::query_scalar(query).fetch_one(&self.database.pool);
        found.await.unwrap()
    }

    /// Sets one up that no code has confirmed.
    async fn begin_factor(&self) {
        let mut db = connection(&self.database.pool).await.unwrap();
        let begun = second_factors::begin(&mut db, self.user, b"sealed", morning()).await;
        assert!(begun.unwrap());
    }
}

const fn confirmed() -> ConfirmedFactor<'static> {
    ConfirmedFactor {
        step: 1,
        recovery: &[],
        session: None,
    }
}

/// A thief has proved the password, or a code, a moment before somebody else helps the account's person.
#[tokio::test]
async fn what_was_proved_before_an_account_is_rescued_changes_nothing_after_it() {
    for rescue in [
        AccountChange::ResetPassword("of the administrator", BY_MAIL),
        AccountChange::EndSessions(None),
        AccountChange::Disable,
    ] {
        let account = Account::new().await;
        account.begin_factor().await;
        let proved = account.epoch().await;
        account.change(rescue, By::System).await.unwrap();
        let everything = "SELECT row_to_json(u)::text FROM app_user u";
        let before = account.text(everything).await;
        let mail = Profile {
            email: "thief@example.org".to_owned(),
            ..Profile::default()
        };
        let other = ProviderPerson {
            issuer: "https://id.example.cn".to_owned(),
            subject: "thief".to_owned(),
        };
        for change in [
            AccountChange::OwnPassword("of the thief", BY_MAIL),
            AccountChange::Profile(&mail, None, BY_MAIL),
            AccountChange::SecondFactorOn(confirmed()),
            AccountChange::SecondFactorOff(BY_MAIL),
            AccountChange::RecoveryCodes(&[], BY_MAIL),
            AccountChange::LinkProvider(&other, BY_MAIL),
            AccountChange::UnlinkProvider(&other.issuer, None, BY_MAIL),
            AccountChange::EndSessions(None),
        ] {
            let refused = account.own(proved, change).await;
            assert!(
                matches!(refused, Err(AdministrationError::OwnChangedMeanwhile)),
                "{rescue:?} {change:?}: {refused:?}"
            );
        }
        assert_eq!(account.text(everything).await, before, "{rescue:?}");
        let rest = "SELECT (SELECT count(*) FROM provider_link) || ' ' || count(confirmed_at) FROM second_factor";
        assert_eq!(account.text(rest).await, "0 0", "{rescue:?}");
    }
}

#[tokio::test]
async fn of_two_passwords_that_follow_the_same_one_the_first_stays() {
    let account = Account::new().await;
    let proved = account.epoch().await;
    let first = AccountChange::OwnPassword("first", BY_MAIL);
    account.own(proved, first).await.unwrap();
    let second = AccountChange::OwnPassword("second", BY_MAIL);
    let refused = account.own(proved, second).await;
    assert!(matches!(
        refused,
        Err(AdministrationError::OwnChangedMeanwhile)
    ));
    let stored = account.text("SELECT password_hash FROM app_user").await;
    assert_eq!(stored, "first");
    let later = account.epoch().await;
    account.own(later, second).await.unwrap();
}

/// The recovery codes of the second would be handed out and open nothing.
#[tokio::test]
async fn a_second_factor_is_confirmed_once() {
    let account = Account::new().await;
    account.begin_factor().await;
    let epoch = account.epoch().await;
    let mut db = connection(&account.database.pool).await.unwrap();
    let opener = (account.user, epoch);
    let token = sessions::start(&mut db, opener, "192.0.2.1", "test", morning()).await;
    let session = token.unwrap().unwrap().session();
    let confirm = AccountChange::SecondFactorOn(ConfirmedFactor {
        session: Some(session),
        ..confirmed()
    });
    account.own(epoch, confirm).await.unwrap();
    let again = account.own(epoch, confirm).await;
    assert!(
        matches!(again, Err(AdministrationError::SecondFactorOn)),
        "{again:?}"
    );
}

/// Whoever is helped would else wait for half an hour, because of the guesses of who made the help necessary.
#[tokio::test]
async fn help_opens_the_doors_that_guesses_have_closed() {
    let account = Account::new().await;
    account.begin_factor().await;
    let on = AccountChange::SecondFactorOn(confirmed());
    account.change(on, By::System).await.unwrap();
    let (mut db, user) = (
        connection(&account.database.pool).await.unwrap(),
        account.user,
    );
    for _ in 0..6 {
        let now = morning();
        sign_in::attempt_factor(&mut db, user, now).await.unwrap();
        let guess = sign_in::attempt_own_password(&mut db, user, now).await;
        guess.unwrap();
    }
    let removed = AccountChange::RemoveSecondFactor(BY_MAIL);
    account.change(removed, By::System).await.unwrap();
    let code = sign_in::attempt_factor(&mut db, user, morning()).await;
    assert_eq!(code.unwrap(), Attempt::Allowed);
    let closed = sign_in::attempt_own_password(&mut db, user, morning()).await;
    assert!(matches!(closed.unwrap(), Attempt::LockedUntil(_)));
    let reset = AccountChange::ResetPassword("another", BY_MAIL);
    account.change(reset, By::System).await.unwrap();
    let password = sign_in::attempt_own_password(&mut db, user, morning()).await;
    assert_eq!(password.unwrap(), Attempt::Allowed);
}
