//! Mail: one for each notice, to those who want it, and those about accounts.

mod account;
mod headers;
mod notice;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::permission::PermissionSet;
use domain::role::Role;
use lettre::message::{Mailbox, MessageBuilder};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use storage::sealed::ServerKey;
use storage::{PgPool, StorageError};
use texts::{Locale, MailText};
use url::Url;

use self::headers::AutoSubmitted;

/// For one step of the conversation with the mail server.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Mails sent before anything else is looked at.
const AT_MOST: usize = 100;

/// Settings of the mail server.
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
    /// The mail will never be accepted; the server's answer.
    Never(String),
    /// The mail server is away, or busy.
    NotNow(String),
}

impl MailError {
    #[expect(clippy::needless_pass_by_value, reason = "handed to map_err")]
    fn never(error: impl ToString) -> Self {
        Self::Never(error.to_string())
    }

    #[expect(clippy::needless_pass_by_value, reason = "handed to map_err")]
    fn not_now(error: impl ToString) -> Self {
        Self::NotNow(error.to_string())
    }
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

    /// Sends what is due, until nothing is or the mail server fails. Mails about accounts come first: somebody waits for them.
    pub(super) async fn send_due(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        self.send_about_accounts(now).await?;
        self.send_notices(now).await
    }

    async fn send(&self, message: Message) -> Result<(), MailError> {
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err(MailError::Never(error.to_string())),
            Err(error) => Err(MailError::NotNow(error.to_string())),
        }
    }

    /// What is to be written down of a try.
    fn outcome(&self, result: Result<(), MailError>, is_last: bool) -> Outcome {
        match result {
            Ok(()) => {
                self.is_away.store(false, Ordering::Relaxed);
                Outcome::Ended(None)
            }
            Err(MailError::Never(why)) => Outcome::Ended(Some(why)),
            Err(MailError::NotNow(why)) => {
                if !self.is_away.swap(true, Ordering::Relaxed) {
                    tracing::warn!(why, "mail cannot be sent, and is tried again");
                }
                Outcome::NotNow { why, is_last }
            }
        }
    }

    /// Sender, recipient and subject.
    fn envelope(
        &self,
        (name, address): (&str, &str),
        what: MailText,
        locale: Locale,
    ) -> Result<MessageBuilder, MailError> {
        let address: Address = address.trim().parse().map_err(MailError::never)?;
        let subject = MailText::Subject {
            what: what.into(),
            site: self.sys_name.clone(),
        };
        Ok(Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(Some(printable(name)), address))
            .subject(texts::Message::from(subject).render(locale))
            .header(AutoSubmitted))
    }

    /// The same at every try: a mail that was sent twice is seen to be one.
    fn message_id(&self, what: &str) -> String {
        format!("<{what}@{}>", self.from.email.domain())
    }

    /// A page of the web app that the person uses: of the portal, or of the back office, whose pages are named behind a `#`.
    fn page(&self, permissions: PermissionSet, page: &WebPage<'_>) -> Url {
        let mut link = self.public_url.clone();
        if Role::nearest(permissions) == Role::Applicant {
            let (path, fragment) = page.portal;
            link.set_path(path);
            link.set_fragment(fragment);
        } else {
            link.set_path("/admin/");
            link.set_fragment(page.back_office);
        }
        link
    }
}

/// A page, in either web app.
struct WebPage<'a> {
    /// Path, and what stands behind the `#`.
    portal: (&'a str, Option<&'a str>),
    /// What stands behind the `#`.
    back_office: Option<&'a str>,
}

/// What came of a try.
enum Outcome {
    /// Sent, or given up because of this.
    Ended(Option<String>),
    /// The mail server is away: nothing else is tried now.
    NotNow {
        /// Answer of the mail server.
        why: String,
        /// Whether this was the last try.
        is_last: bool,
    },
}

fn printable(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}
