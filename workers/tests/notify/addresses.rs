//! Whom mails go to: whatever the rules of accounts take for an address can be mailed to, and nobody writes to it through an account.

use domain::account::{Approval, check_email};
use lettre::Address;
use proptest::prelude::*;
use storage::lifecycle::By;
use storage::lifecycle::administration::{self, AccountChange, ByMail};

use super::mail::{header, text};
use super::sinks::MailSink;
use super::world::World;

proptest! {
    #[test]
    fn an_address_that_is_taken_can_be_mailed_to(
        typed in prop_oneof![
            "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]{1,64}([.][a-z~]{1,4}){0,2}@([a-z0-9-]{1,63}[.]){1,2}[a-z0-9-]{2,63}",
            "[ab.(\\\\\u{200B}\u{AD}\\]]{1,3}@[ab.-]{1,3}[.]cn",
            "\\PC{1,4}@\\PC{1,3}[.]\\PC{2}",
        ]
    ) {
        let is_taken = check_email(&typed).is_ok();
        let mailed = typed.parse::<Address>();
        let fits = mailed.is_ok() && typed.is_ascii();
        prop_assert!(!is_taken || fits, "{} {:?}", typed, mailed);
    }
}

/// Whoever registers types a name and an address, which may be another's.
#[tokio::test]
async fn a_mail_about_an_account_holds_no_name_that_somebody_typed() {
    let world = World::new().await;
    let sink = MailSink::start().await;
    let notifier = world.with_mail(sink.url());
    world
        .sql("UPDATE app_user SET user_name = '您已中奖 https://evil.example', approval = 'waiting' WHERE login_name = 'zhangsan'")
        .await;
    let approve = [AccountChange::Approve(Approval::Waiting, ByMail::Sent)];
    let (pool, key, now) = (&world.pool, &world.key, world.now);
    administration::change(pool, key, world.owner, &approve, By::System, now)
        .await
        .unwrap();
    notifier.send_mail(now).await.unwrap();
    let mails = sink.mails();
    assert_eq!(mails.len(), 1, "{mails:?}");
    let letter = text(&mails[0]);
    assert!(letter.starts_with("zhangsan，您好："), "{letter}");
    assert!(!letter.contains("evil"), "{letter}");
    let recipient = header(&mails[0], "To");
    assert!(recipient.ends_with("<zhangsan@example.org>"), "{recipient}");
    assert!(!recipient.contains("=?"), "{recipient}");
}
