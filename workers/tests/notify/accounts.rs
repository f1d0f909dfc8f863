//! Mails about accounts: how a registration was decided, a link for a forgotten password, and that it is another.

use domain::account::Approval;
use domain::ids::UserId;
use domain::role::Role;
use storage::db::mail::{self, MailSettings};
use storage::db::password_resets::{self, ResetRequest};
use storage::db::provider_links::ProviderPerson;
use storage::db::users;
use storage::lifecycle::administration::{self, AccountChange, ByMail};
use storage::lifecycle::{By, accounts, password_reset};
use storage::link_token::LinkToken;
use testkit::builders::acting;
use texts::Locale;
use workers::reconcile::notify::Notifier;

use super::mail::{header, text};
use super::sinks::MailSink;
use super::world::World;

/// Gives the orders' owner one.
const SECOND_FACTOR: &str = "INSERT INTO second_factor (user_id, secret_sealed, begun_at, confirmed_at) \
     SELECT id, '', now(), now() FROM app_user WHERE login_name = 'zhangsan'";

/// Somebody who has registered and waits.
async fn registrant(world: &World) -> UserId {
    let mut db = world.db().await;
    users::set_approval(&mut db, world.owner, Approval::Waiting, "")
        .await
        .unwrap();
    world.owner
}

async fn decide(world: &World, change: AccountChange<'_>) {
    let by = acting(world.admin, Role::Admin);
    let changes = [change];
    administration::change(
        &world.pool,
        &world.key,
        world.owner,
        &changes,
        by,
        world.now,
    )
    .await
    .unwrap();
}

async fn approve(world: &World, seen: Approval, by_mail: ByMail) {
    decide(world, AccountChange::Approve(seen, by_mail)).await;
}

async fn refuse(world: &World, reason: &str, by_mail: ByMail) {
    let change = AccountChange::Refuse(reason, Approval::Waiting, by_mail);
    decide(world, change).await;
}

async fn speaks(world: &World, user: UserId, locale: Locale) {
    let settings = MailSettings {
        notices: false,
        locale,
    };
    mail::save_settings(&mut *world.db().await, user, settings, world.now)
        .await
        .unwrap();
}

async fn ask(world: &World, account: &str) {
    let request = ResetRequest {
        account: account.into(),
        client_ip: "192.0.2.7".into(),
        agent: "test".into(),
        at: world.now,
    };
    password_resets::ask(&mut *world.db().await, &request)
        .await
        .unwrap();
}

async fn send(world: &World, notifier: &Notifier, after: i64) {
    notifier.answer_resets(world.after(after)).await.unwrap();
    notifier.send_mail(world.after(after)).await.unwrap();
}

/// What stands behind `before` in a mail, up to the end of the line.
fn behind<'a>(said: &'a str, before: &str) -> &'a str {
    let found = said.lines().find_map(|line| line.strip_prefix(before));
    found.unwrap_or_else(|| panic!("{before} in {said}"))
}

async fn opens(world: &World, token: &str, after: i64) -> bool {
    let token = LinkToken::presented(token);
    let checked = password_reset::check(&mut *world.db().await, &token, world.after(after)).await;
    checked.is_ok()
}

#[tokio::test]
async fn who_has_registered_is_told_of_the_decision_in_his_language() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    let user = registrant(&world).await;
    // Who wants no notices is told of the account all the same.
    speaks(&world, user, Locale::ZhCn).await;
    refuse(&world, "单位证明不清晰", ByMail::Sent).await;
    send(&world, &notifier, 0).await;
    speaks(&world, user, Locale::En).await;
    approve(&world, Approval::Refused, ByMail::Sent).await;
    send(&world, &notifier, 0).await;
    send(&world, &notifier, 100_000).await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 2, "{mails:?}");
    let said = text(&mails[0]);
    assert!(said.contains("未通过审核，原因：单位证明不清晰"), "{said}");
    assert!(said.contains("用户名：zhangsan"), "{said}");
    assert!(header(&mails[0], "To").ends_with("<zhangsan@example.org>"));
    assert_eq!(header(&mails[0], "Auto-Submitted"), "auto-generated");
    assert_eq!(header(&mails[0], "List-Unsubscribe"), "");
    let letter = mails[1].replace("=\n", "");
    assert!(
        letter.contains("Your registration is approved."),
        "{letter}"
    );
    assert!(letter.contains("Username: zhangsan"), "{letter}");
}

#[tokio::test]
async fn a_decision_that_is_taken_back_before_the_mail_went_out_is_not_told() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    registrant(&world).await;
    refuse(&world, "重复注册", ByMail::Sent).await;
    approve(&world, Approval::Refused, ByMail::Sent).await;
    send(&world, &notifier, 0).await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(text(&mails[0]).contains("已通过审核"));
}

#[tokio::test]
async fn nothing_waits_for_a_mail_server_that_there_is_not_or_for_who_has_no_address() {
    let world = World::new().await;
    let user = registrant(&world).await;
    refuse(&world, "重复注册", ByMail::NotSent).await;
    assert_eq!(world.count("SELECT count(*) FROM account_mail").await, 0);
    world.sql("UPDATE app_user SET email = ''").await;
    approve(&world, Approval::Refused, ByMail::Sent).await;
    assert_eq!(world.count("SELECT count(*) FROM account_mail").await, 0);
    // A process without mail leaves requests to one that sends.
    world
        .sql("UPDATE app_user SET email = 'z@example.org'")
        .await;
    ask(&world, "zhangsan").await;
    world
        .notifier(false)
        .answer_resets(world.now)
        .await
        .unwrap();
    let waiting = "SELECT count(*) FROM password_reset_request";
    assert_eq!(world.count(waiting).await, 1);
    accounts::disable(&world.pool, user, world.now)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_link_comes_by_mail_and_the_mail_after_it_tells_of_the_new_password() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    ask(&world, "zhangsan@example.org").await;
    send(&world, &notifier, 0).await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 1, "{mails:?}");
    let said = text(&mails[0]);
    assert!(said.contains("30分钟内有效"), "{said}");
    let token = behind(&said, "https://data.example.org/resetPassword#");
    assert_eq!(token.len(), 43, "{said}");
    assert!(opens(&world, token, 0).await);
    // Nobody who reads the database finds the link.
    let stored = "SELECT count(*) FROM password_reset_link WHERE token_hash = sha256(convert_to($1, 'UTF8'))";
    let kept: i64 = sqlx::query_scalar(stored)
        .bind(token)
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(kept, 1);
    let by = By::Registrant {
        client_ip: "192.0.2.7",
        agent: "test",
    };
    let presented = LinkToken::presented(token);
    password_reset::reset(&world.pool, &world.key, (&presented, "hash"), by, world.now)
        .await
        .unwrap();
    send(&world, &notifier, 0).await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 2, "{mails:?}");
    let said = text(&mails[1]);
    assert!(said.contains("您的登录密码已于"), "{said}");
    assert!(!said.contains(token), "{said}");
}

#[tokio::test]
async fn an_administrator_is_led_to_the_back_office() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    ask(&world, "ADMIN").await;
    send(&world, &notifier, 0).await;
    let said = text(&sink.mails()[0]);
    let page = "https://data.example.org/admin/#/resetPassword?token=";
    assert!(opens(&world, behind(&said, page), 0).await, "{said}");
    let home = behind(&said, "卫星数据服务：");
    assert_eq!(home, "https://data.example.org/admin/");
}

#[tokio::test]
async fn a_busy_mail_server_is_tried_again_with_a_link_of_its_own_while_it_is_worth_it() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    ask(&world, "zhangsan").await;
    sink.recipients.lock().unwrap().push_back("451 later");
    send(&world, &notifier, 0).await;
    send(&world, &notifier, 59).await;
    assert_eq!(sink.mails().len(), 0, "not before its time");
    send(&world, &notifier, 60).await;
    let said = text(&sink.mails()[0]);
    let token = behind(&said, "https://data.example.org/resetPassword#");
    assert!(opens(&world, token, 60 + 1799).await);
    assert!(!opens(&world, token, 60 + 1800).await);

    ask(&world, "zhangsan").await;
    for _ in 0..9 {
        sink.recipients.lock().unwrap().push_back("451 later");
    }
    for after in [0, 60, 180, 480, 1380, 3180, 100_000] {
        send(&world, &notifier, after).await;
    }
    assert_eq!(sink.mails().len(), 1);
    let late = "SELECT count(*) FROM account_mail WHERE error = 'too late' AND ended_at IS NOT NULL AND attempts = 6";
    assert_eq!(world.count(late).await, 1);
}

#[tokio::test]
async fn who_is_switched_off_before_the_mail_went_out_gets_none() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    registrant(&world).await;
    approve(&world, Approval::Waiting, ByMail::Sent).await;
    ask(&world, "zhangsan").await;
    notifier.answer_resets(world.now).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM account_mail").await, 2);
    accounts::disable(&world.pool, world.owner, world.now)
        .await
        .unwrap();
    accounts::enable(&world.pool, world.owner).await.unwrap();
    send(&world, &notifier, 100).await;
    assert_eq!(sink.mails(), Vec::<String>::new());
}

/// Gives the account another address.
async fn move_to(world: &World, address: &str) {
    let profile = users::profile(&mut *world.db().await, &world.key, world.owner).await;
    let mut profile = profile.unwrap().unwrap();
    address.clone_into(&mut profile.email);
    decide(world, AccountChange::Profile(&profile, None, ByMail::Sent)).await;
}

/// Each tells what happened, and goes to the address of when it did.
#[tokio::test]
async fn the_end_of_a_way_into_the_account_is_told_to_its_person() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    world.sql(SECOND_FACTOR).await;
    let person = ProviderPerson {
        issuer: "https://id.example.org".into(),
        subject: "person-1".into(),
    };
    let link = AccountChange::LinkProvider(&person, ByMail::NotSent);
    decide(&world, link).await;
    let unlink = AccountChange::UnlinkProvider(&person.issuer, None, ByMail::Sent);
    decide(&world, unlink).await;
    decide(&world, link).await;
    decide(
        &world,
        AccountChange::RemoveProviderLink(&person, ByMail::Sent),
    )
    .await;
    decide(&world, AccountChange::RecoveryCodes(&[], ByMail::Sent)).await;
    decide(&world, AccountChange::SecondFactorOff(ByMail::Sent)).await;
    world
        .sql("UPDATE app_user SET email = 'second@example.org' WHERE login_name = 'zhangsan'")
        .await;
    send(&world, &notifier, 0).await;
    let mails = sink.mails();
    let phrases = [
        "您的账号与统一身份认证账号的关联已于",
        "管理员已于",
        "两步验证恢复码已于",
        "今后只用密码即可登录",
    ];
    assert_eq!(mails.len(), phrases.len(), "{mails:?}");
    for (mail, words) in mails.iter().zip(phrases) {
        assert!(header(mail, "To").ends_with("<zhangsan@example.org>"));
        assert!(text(mail).contains(words), "{}", text(mail));
    }
}

/// Whoever may change accounts keeps no warning back by switching the account off and on.
#[tokio::test]
async fn warnings_go_out_whether_the_account_is_on_or_off() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    world.sql(SECOND_FACTOR).await;
    let off = async || {
        accounts::disable(&world.pool, world.owner, world.now)
            .await
            .unwrap();
    };
    let on = async || {
        accounts::enable(&world.pool, world.owner).await.unwrap();
    };
    // Queued while it is off, and sent while it is on.
    off().await;
    decide(&world, AccountChange::ResetPassword("hash", ByMail::Sent)).await;
    decide(&world, AccountChange::RemoveSecondFactor(ByMail::Sent)).await;
    move_to(&world, "second@example.org").await;
    on().await;
    send(&world, &notifier, 0).await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 3, "{mails:?}");
    for (mail, words) in mails
        .iter()
        .zip(["您的登录密码已于", "两步验证", "更改为其他地址"])
    {
        assert!(header(mail, "To").ends_with("<zhangsan@example.org>"));
        assert!(text(mail).contains(words), "{}", text(mail));
    }
    // Queued while it is on, and sent while it is off; to the address of then.
    decide(&world, AccountChange::ResetPassword("other", ByMail::Sent)).await;
    move_to(&world, "third@example.org").await;
    off().await;
    send(&world, &notifier, 0).await;
    let mails = sink.mails();
    assert_eq!(mails.len(), 5, "{mails:?}");
    for mail in &mails[3..] {
        assert!(header(mail, "To").ends_with("<second@example.org>"));
    }
}

#[tokio::test]
async fn several_processes_send_each_mail_once() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    for account in ["zhangsan", "admin", "admin2", "nobody"] {
        ask(&world, account).await;
    }
    let notifiers = [
        world.with_mail(sink.url()),
        world.with_mail(sink.url()),
        world.with_mail(sink.url()),
    ];
    let [a, b, c] = &notifiers;
    let now = world.now;
    let (a1, b1, c1) = tokio::join!(
        a.answer_resets(now),
        b.answer_resets(now),
        c.answer_resets(now)
    );
    let (a2, b2, c2) = tokio::join!(a.send_mail(now), b.send_mail(now), c.send_mail(now));
    for done in [a1, b1, c1, a2, b2, c2] {
        done.unwrap();
    }
    send(&world, a, 1).await;
    assert_eq!(sink.mails().len(), 3);
    let asked = "SELECT count(*) FROM account_event WHERE action = 'request_password_reset'";
    assert_eq!(world.count(asked).await, 3);
}

#[tokio::test]
async fn who_decides_about_registrations_is_told_that_they_wait_and_not_for_each() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    world
        .sql("UPDATE app_user SET email = CASE login_name WHEN 'admin' THEN 'admin@example.org' ELSE '' END")
        .await;
    registrant(&world).await;
    let tell = async |after| {
        let mut db = world.db().await;
        administration::tell_deciders(&mut db, ByMail::Sent, world.after(after))
            .await
            .unwrap();
    };
    tell(0).await;
    tell(0).await;
    send(&world, &notifier, 0).await;
    let told = sink.mails();
    assert_eq!(told.len(), 1, "{told:?}");
    let said = text(&told[0]);
    assert!(said.contains("有1个注册申请待审核"), "{said}");
    assert!(said.contains("/admin/#/user?status=waiting"), "{said}");
    // Another one within the hour is told when it is over.
    tell(60).await;
    send(&world, &notifier, 3500).await;
    assert_eq!(sink.mails().len(), 1);
    send(&world, &notifier, 3700).await;
    assert_eq!(sink.mails().len(), 2);
    // And not at all where somebody has decided meanwhile.
    tell(3800).await;
    approve(&world, Approval::Waiting, ByMail::NotSent).await;
    send(&world, &notifier, 10_000).await;
    assert_eq!(sink.mails().len(), 2);
    administration::tell_deciders(&mut *world.db().await, ByMail::NotSent, world.after(20_000))
        .await
        .unwrap();
    assert_eq!(
        world
            .count("SELECT count(*) FROM account_mail WHERE ended_at IS NULL")
            .await,
        0
    );
}
