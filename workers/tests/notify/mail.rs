//! One mail for each notice, to those who want it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::role::Role;
use storage::db::mail;
use storage::lifecycle::accounts;
use texts::Locale;

use super::sinks::MailSink;
use super::world::World;

pub fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    mail.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
        .unwrap_or_default()
}

/// The text of a mail in base64.
pub fn text(mail: &str) -> String {
    assert_eq!(header(mail, "Content-Transfer-Encoding"), "base64");
    let body: String = mail.split_once("\n\n").unwrap().1.lines().collect();
    String::from_utf8(STANDARD.decode(body).unwrap()).unwrap()
}

#[tokio::test]
async fn a_mail_says_what_the_notice_says_and_how_to_get_no_more() {
    let world = World::new().await;
    world
        .sql("UPDATE app_user SET user_name = E'张三\\r\\nBcc: all@example.org'")
        .await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    let order = world.rejected().await;
    for _ in 0..2 {
        notifier.deliver_notices(world.now).await.unwrap();
        notifier.send_mail(world.now).await.unwrap();
    }
    let mails = sink.mails();
    assert_eq!(mails.len(), 1, "{mails:?}");
    let mail = &mails[0];
    assert!(
        header(mail, "To").ends_with("<zhangsan@example.org>"),
        "{mail}"
    );
    assert_eq!(header(mail, "Bcc"), "", "{mail}");
    assert!(header(mail, "Message-ID").starts_with("<notice-"), "{mail}");
    assert!(header(mail, "Subject").starts_with("=?utf-8?"), "{mail}");
    let said = text(mail);
    assert!(said.contains(&format!("您的订单{}被驳回，原因：材料不全", order.number)));
    let page = format!(
        "https://data.example.org/orderManage/details/{}",
        order.id.0
    );
    assert!(said.contains(&page), "{said}");
    let link = header(mail, "List-Unsubscribe");
    let token = link
        .strip_prefix("<https://data.example.org/api/mail/unsubscribe?token=")
        .and_then(|rest| rest.strip_suffix('>'))
        .unwrap_or_else(|| panic!("{mail}"));
    assert!(said.contains(token), "{said}");
    assert_eq!(
        header(mail, "List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    assert_eq!(mail::unsubscribing(&world.key, token), Some(world.owner));
    let forged = format!("{}A", &token[..token.len() - 1]);
    assert!(forged == token || mail::unsubscribing(&world.key, &forged).is_none());
    assert_eq!(mail::unsubscribing(&world.key, ""), None);
}

#[tokio::test]
async fn who_opted_out_or_has_no_address_gets_none() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    let mut db = world.db().await;
    // Between the event and the mail: it does not go out.
    let settings = mail::MailSettings {
        notices: false,
        locale: Locale::ZhCn,
    };
    mail::save_settings(&mut db, world.owner, settings, world.now)
        .await
        .unwrap();
    notifier.send_mail(world.now).await.unwrap();
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    let settings = mail::MailSettings {
        notices: true,
        locale: Locale::ZhCn,
    };
    mail::save_settings(&mut db, world.owner, settings, world.now)
        .await
        .unwrap();
    world.sql("UPDATE app_user SET email = ''").await;
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    notifier.send_mail(world.after(3600)).await.unwrap();
    assert_eq!(sink.mails(), Vec::<String>::new());
    assert_eq!(
        world.count("SELECT count(*) FROM notice").await,
        3,
        "the inbox has them"
    );
}

#[tokio::test]
async fn a_mail_is_written_in_the_language_of_its_reader() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    let settings = mail::MailSettings {
        notices: true,
        locale: Locale::En,
    };
    mail::save_settings(&mut *world.db().await, world.owner, settings, world.now)
        .await
        .unwrap();
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    notifier.send_mail(world.now).await.unwrap();
    let mails = sink.mails();
    assert_eq!(mails.len(), 1);
    // Quoted-printable, as mostly plain letters are: a line goes on behind `=`.
    let letter = mails[0].replace("=\r\n", "").replace("=\n", "");
    assert!(letter.contains("was rejected. Reason: "), "{letter}");
    assert!(
        letter.contains("To unsubscribe from these emails: "),
        "{letter}"
    );
    let order = "订单".bytes().map(|byte| format!("={byte:02X}"));
    assert!(!letter.contains(&order.collect::<String>()), "{letter}");
}

#[tokio::test]
async fn a_busy_mail_server_is_tried_again_later_and_a_refused_recipient_is_not() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    sink.recipients.lock().unwrap().push_back("451 later");
    notifier.send_mail(world.now).await.unwrap();
    notifier.send_mail(world.after(59)).await.unwrap();
    assert_eq!(sink.mails().len(), 0, "not before its time");
    notifier.send_mail(world.after(60)).await.unwrap();
    notifier.send_mail(world.after(100_000)).await.unwrap();
    assert_eq!(sink.mails().len(), 1);

    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    sink.recipients.lock().unwrap().push_back("550 nobody here");
    notifier.send_mail(world.after(100_000)).await.unwrap();
    notifier.send_mail(world.after(900_000)).await.unwrap();
    assert_eq!(sink.mails().len(), 1);
    assert_eq!(
        world
            .count(
                "SELECT count(*) FROM notice_mail WHERE ended_at IS NOT NULL AND error LIKE '%550%'"
            )
            .await,
        1
    );
}

#[tokio::test]
async fn a_mail_server_that_is_away_is_given_up_after_all_tries_and_stops_nothing() {
    let world = World::new().await;
    // Nobody listens where the sink was.
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", gone.local_addr().unwrap());
    drop(gone);
    let notifier = world.with_mail(url);
    world.rejected().await;
    notifier.deliver_notices(world.now).await.unwrap();
    let mut at = 0;
    for wait in mail::WAITS {
        notifier.send_mail(world.after(at)).await.unwrap();
        at += wait;
    }
    notifier.send_mail(world.after(at + 100_000)).await.unwrap();
    assert_eq!(
        world
            .count("SELECT attempts::bigint FROM notice_mail WHERE ended_at IS NOT NULL AND error <> ''")
            .await,
        i64::try_from(mail::WAITS.len()).unwrap()
    );
    world.rejected().await;
    notifier.deliver_notices(world.after(at)).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM notice").await, 2);
}

#[tokio::test]
async fn an_administrator_is_led_to_the_back_office() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    let order = world.order().await;
    world
        .sql("INSERT INTO order_event (order_id, at, actor, action, to_state) SELECT id, now(), 'owner', 'submit', 0 FROM orders")
        .await;
    notifier.deliver_notices(world.now).await.unwrap();
    notifier.send_mail(world.now).await.unwrap();
    let mails = sink.mails();
    assert_eq!(mails.len(), 2, "one for each administrator: {mails:?}");
    let page = format!("https://data.example.org/admin/#/orders/{}", order.0);
    assert!(text(&mails[0]).contains(&page), "{}", text(&mails[0]));
}

#[tokio::test]
async fn a_person_who_is_switched_off_gets_no_mail_neither_then_nor_late() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    let [first, second, third] = [
        world.order().await,
        world.order().await,
        world.order().await,
    ];
    let reviewer = world.changes_of(world.admin, Role::Admin);
    reviewer.reject(first).await.unwrap();
    notifier.deliver_notices(world.now).await.unwrap();
    accounts::disable(&world.pool, world.owner, world.now)
        .await
        .unwrap();
    reviewer.reject(second).await.unwrap();
    notifier.deliver_notices(world.now).await.unwrap();
    notifier.send_mail(world.now).await.unwrap();
    accounts::enable(&world.pool, world.owner).await.unwrap();
    notifier.send_mail(world.now).await.unwrap();
    assert_eq!(sink.mails().len(), 0);
    reviewer.reject(third).await.unwrap();
    notifier.deliver_notices(world.now).await.unwrap();
    notifier.send_mail(world.now).await.unwrap();
    assert_eq!(sink.mails().len(), 1);
}
