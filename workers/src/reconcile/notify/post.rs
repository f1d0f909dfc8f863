//! Mail: one for each notice, to those who want it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::role::Role;
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, SinglePart};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use storage::db::handles::connection;
use storage::db::mail::{self, DueMail};
use storage::sealed::ServerKey;
use storage::{PgPool, StorageError};
use texts::MailText;
use url::Url;

/// For one step of the conversation with the mail server.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Mails sent before anything else is looked at.
const AT_MOST: usize = 100;

/// How mail is sent.
#[derive(Clone)]
pub struct PostSettings {
    /// `smtps://user:password@host`, `smtp://host?tls=required`, `smtp://host` (in clear).
    pub smtp_url: String,
    /// `address` or `name <address>`.
    pub from: String,
    /// Where people reach this server, for links.
    pub public_url: Url,
    /// Name of the system.
    pub sys_name: String,
}

impl std::fmt::Debug for PostSettings {
    /// Without the address of the mail server, which may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostSettings")
            .field("from", &self.from)
            .field("public_url", &self.public_url.as_str())
            .finish_non_exhaustive()
    }
}

/// Sends.
pub(super) struct Post {
    pool: PgPool,
    key: ServerKey,
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    public_url: Url,
    sys_name: String,
    /// Whether the last try failed: a mail server that is away is in the log once.
    is_away: AtomicBool,
}

impl std::fmt::Debug for Post {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Post").finish_non_exhaustive()
    }
}

/// Why a mail was not sent.
enum MailError {
    /// It never will be.
    Never(String),
    /// The mail server is away, or busy.
    NotNow(String),
}

impl Post {
    pub(super) fn new(
        pool: PgPool,
        key: ServerKey,
        settings: &PostSettings,
    ) -> Result<Self, StorageError> {
        let wrong = |what: &str, why: String| StorageError::Setting(format!("{what}: {why}"));
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.smtp_url)
            .map_err(|error| wrong("SMTP_URL", error.to_string()))?
            .timeout(Some(TIMEOUT))
            .build();
        Ok(Self {
            pool,
            key,
            transport,
            from: settings
                .from
                .parse()
                .map_err(|error: lettre::address::AddressError| {
                    wrong("MAIL_FROM", error.to_string())
                })?,
            public_url: settings.public_url.clone(),
            sys_name: settings.sys_name.clone(),
            is_away: AtomicBool::new(false),
        })
    }

    /// Sends what is due, until nothing is or the mail server fails.
    pub(super) async fn send_due(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        for _ in 0..AT_MOST {
            let due = mail::claim(&mut *connection(&self.pool).await?, 1, now).await?;
            let Some(due) = due.into_iter().next() else {
                break;
            };
            let result = self.send(&due).await;
            let mut db = connection(&self.pool).await?;
            match result {
                Ok(()) => {
                    self.is_away.store(false, Ordering::Relaxed);
                    mail::end(&mut db, due.notice, None, now).await?;
                }
                Err(MailError::Never(why)) => {
                    mail::end(&mut db, due.notice, Some(&why), now).await?;
                }
                Err(MailError::NotNow(why)) => {
                    if due.is_last() {
                        mail::end(&mut db, due.notice, Some(&why), now).await?;
                    } else {
                        mail::note_failure(&mut db, due.notice, &why).await?;
                    }
                    if !self.is_away.swap(true, Ordering::Relaxed) {
                        tracing::warn!(why, "mail cannot be sent, and is tried again");
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    async fn send(&self, due: &DueMail) -> Result<(), MailError> {
        let message = self.compose(due)?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(MailError::Never(error.to_string())),
            Err(error) => Err(MailError::NotNow(error.to_string())),
        }
    }

    fn compose(&self, due: &DueMail) -> Result<Message, MailError> {
        let never = |error: &dyn std::error::Error| MailError::Never(error.to_string());
        let address: Address = due.address.trim().parse().map_err(|e| never(&e))?;
        let name: String = due.name.chars().filter(|c| !c.is_control()).collect();
        let link = self.unsubscribe_link(due)?;
        let letter = self.letter(due, &name, &link);
        Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(Some(name), address))
            .subject(self.subject(due))
            .date(due.at.into())
            // The same at every try: a mail that was sent twice is seen to be one.
            .message_id(Some(format!(
                "<notice-{}@{}>",
                due.notice,
                self.from.email.domain()
            )))
            .header(ListUnsubscribe(format!("<{link}>")))
            .header(ListUnsubscribePost)
            .header(AutoSubmitted)
            .singlepart(SinglePart::plain(letter))
            .map_err(|e| never(&e))
    }

    fn subject(&self, due: &DueMail) -> String {
        let number = &due.number;
        let what = due.kind.map_or_else(
            || MailText::Order {
                number: number.clone(),
            },
            |kind| kind.subject(number, due.offline),
        );
        let subject = MailText::Subject {
            what: what.into(),
            site: self.sys_name.clone(),
        };
        texts::Message::from(subject).render(due.locale)
    }

    fn letter(&self, due: &DueMail, name: &str, link: &Url) -> String {
        let letter = MailText::Body {
            name: name.to_owned(),
            said: due.detail.clone(),
            site: self.sys_name.clone(),
            order: self.order_link(due).to_string(),
            unsubscribe: link.to_string(),
        };
        texts::Message::from(letter).render(due.locale)
    }

    /// Where the person finds the order: the portal, or the back office, whose pages are named behind a `#`.
    fn order_link(&self, due: &DueMail) -> Url {
        let mut link = self.public_url.clone();
        if Role::nearest(due.permissions) == Role::Applicant {
            link.set_path(&format!("/orderManage/details/{}", due.order.0));
        } else {
            link.set_path("/admin/");
            link.set_fragment(Some(&format!("/orders/{}", due.order.0)));
        }
        link
    }

    fn unsubscribe_link(&self, due: &DueMail) -> Result<Url, MailError> {
        let token = mail::unsubscribe_token(&self.key, due.user)
            .map_err(|error| MailError::NotNow(error.to_string()))?;
        let mut link = self.public_url.clone();
        link.set_path("/api/mail/unsubscribe");
        link.query_pairs_mut().clear().append_pair("token", &token);
        Ok(link)
    }
}

/// A header whose value is text that is sent as it is.
macro_rules! header {
    ($(#[$doc:meta])* $kind:ident($value:expr), $name:literal) => {
        impl Header for $kind {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Err("only written, never read".into())
            }

            fn display(&self) -> HeaderValue {
                let value: fn(&Self) -> String = $value;
                let text = value(self);
                // Made of ASCII by us, and not to be folded: mail programs look for it in one piece.
                HeaderValue::dangerous_new_pre_encoded(Self::name(), text.clone(), text)
            }
        }
    };
}

/// RFC 2369: where the link leads.
#[derive(Clone)]
struct ListUnsubscribe(String);
header!(ListUnsubscribe(|me| me.0.clone()), "List-Unsubscribe");

/// RFC 8058: that one POST does it.
#[derive(Clone, Copy)]
struct ListUnsubscribePost;
header!(
    ListUnsubscribePost(|_| "List-Unsubscribe=One-Click".into()),
    "List-Unsubscribe-Post"
);

/// RFC 3834: out-of-office assistants need not answer.
#[derive(Clone, Copy)]
struct AutoSubmitted;
header!(AutoSubmitted(|_| "auto-generated".into()), "Auto-Submitted");
