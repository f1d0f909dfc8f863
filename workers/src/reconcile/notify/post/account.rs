//! Mails about accounts. They come to everybody whom they concern: there is nothing to unsubscribe from.

use chrono::{DateTime, Utc};
use domain::account::AccountMailKind;
use domain::notice::beijing_time;
use domain::password_reset::LINK_LIVES;
use lettre::Message;
use lettre::message::SinglePart;
use storage::StorageError;
use storage::db::account_mails::{self, DueAccountMail};
use storage::db::handles::connection;
use storage::lifecycle::password_reset;
use storage::link_token::LinkToken;
use texts::MailText;
use url::Url;

use super::{AT_MOST, MailError, Outcome, Post, WebPage, printable};

impl Post {
    pub(super) async fn send_about_accounts(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        for _ in 0..AT_MOST {
            let due = account_mails::claim(&mut *connection(&self.pool).await?, now).await?;
            let Some(due) = due else { break };
            let result = match self.about_account(&due, now).await? {
                Ok(message) => self.send(message).await,
                Err(error) => Err(error),
            };
            let outcome = self.outcome(result, due.is_last());
            let mut db = connection(&self.pool).await?;
            match outcome {
                Outcome::Ended(error) => {
                    account_mails::end(&mut db, due.id, error.as_deref(), now).await?;
                }
                Outcome::NotNow { why, is_last } => {
                    if is_last {
                        account_mails::end(&mut db, due.id, Some(&why), now).await?;
                    } else {
                        account_mails::note_failure(&mut db, due.id, &why).await?;
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    /// The mail, or why there is none.
    async fn about_account(
        &self,
        due: &DueAccountMail,
        now: DateTime<Utc>,
    ) -> Result<Result<Message, MailError>, StorageError> {
        let time = beijing_time(due.at);
        let news = match due.kind {
            AccountMailKind::RegistrationApproved => MailText::RegistrationApprovedBody,
            AccountMailKind::RegistrationRefused => MailText::RegistrationRefusedBody {
                reason: due.reason.clone(),
            },
            AccountMailKind::PasswordChanged => MailText::PasswordChangedBody { time },
            AccountMailKind::EmailChanged => MailText::EmailChangedBody { time },
            AccountMailKind::SecondFactorRemoved => MailText::SecondFactorRemovedBody { time },
            AccountMailKind::SecondFactorOff => MailText::SecondFactorOffBody { time },
            AccountMailKind::RecoveryCodesRenewed => MailText::RecoveryCodesRenewedBody { time },
            AccountMailKind::ProviderLinked => MailText::ProviderLinkedBody { time },
            AccountMailKind::ProviderUnlinked => MailText::ProviderUnlinkedBody { time },
            AccountMailKind::ProviderLinkRemoved => MailText::ProviderLinkRemovedBody { time },
            AccountMailKind::RegistrationWaits => {
                let mut db = connection(&self.pool).await?;
                let count = account_mails::count_waiting(&mut db).await?;
                if count == 0 {
                    return Ok(Err(MailError::never("nobody waits any more")));
                }
                MailText::RegistrationWaitsBody { count }
            }
            AccountMailKind::PasswordReset => {
                if now - due.at >= LINK_LIVES {
                    return Ok(Err(MailError::never("too late")));
                }
                let link = password_reset::issue_link(&self.pool, due.user, now).await?;
                let Some(token) = link else {
                    return Ok(Err(MailError::never("the account gets no link any more")));
                };
                MailText::PasswordResetBody {
                    link: self.reset_link(due, &token).to_string(),
                    minutes: LINK_LIVES.num_minutes().unsigned_abs(),
                }
            }
        };
        Ok(self.letter(due, news))
    }

    fn letter(&self, due: &DueAccountMail, news: MailText) -> Result<Message, MailError> {
        let home = WebPage {
            portal: ("/", None),
            back_office: match due.kind {
                AccountMailKind::RegistrationWaits => Some("/user?status=waiting"),
                _ => None,
            },
        };
        // By the account's name, which holds letters and digits: a person's is whatever somebody has typed who may have typed
        // another's address, and would write to it in the name of this system.
        let name = &due.login_name;
        let letter = MailText::AccountBody {
            name: printable(name),
            account: due.login_name.clone(),
            said: news.into(),
            site: self.sys_name.clone(),
            page: self.page(due.permissions, &home).to_string(),
        };
        self.envelope((name, &due.address), due.kind.subject(), due.locale)?
            .date(due.at.into())
            .message_id(Some(self.message_id(&id(due))))
            .singlepart(SinglePart::plain(
                texts::Message::from(letter).render(due.locale),
            ))
            .map_err(MailError::never)
    }

    /// Where the person sets another password. The token stands behind the `#`, which goes to no server.
    fn reset_link(&self, due: &DueAccountMail, token: &LinkToken) -> Url {
        let token = token.expose();
        let page = WebPage {
            portal: ("/resetPassword", Some(token)),
            back_office: Some(&format!("/resetPassword?token={token}")),
        };
        self.page(due.permissions, &page)
    }
}

/// Each try of a link has a link of its own, which ends the one before: it is no second copy of that mail.
fn id(due: &DueAccountMail) -> String {
    match due.kind {
        AccountMailKind::PasswordReset => format!("account-{}-{}", due.id, due.attempt),
        _ => format!("account-{}", due.id),
    }
}
