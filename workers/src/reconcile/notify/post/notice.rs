//! Mails that carry notices of orders and results.

use chrono::{DateTime, Utc};
use lettre::Message;
use lettre::message::SinglePart;
use storage::StorageError;
use storage::db::handles::connection;
use storage::db::mail::{self, DueMail, MailAbout};
use texts::MailText;
use url::Url;

use super::headers::{ListUnsubscribe, ListUnsubscribePost};
use super::{AT_MOST, MailError, Outcome, Post, WebPage, printable};

impl Post {
    pub(super) async fn send_notices(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        for _ in 0..AT_MOST {
            let due = mail::claim(&mut *connection(&self.pool).await?, 1, now).await?;
            let Some(due) = due.into_iter().next() else {
                break;
            };
            let result = match self.notice(&due) {
                Ok(message) => self.send(message).await,
                Err(error) => Err(error),
            };
            let outcome = self.outcome(result, due.is_last());
            let mut db = connection(&self.pool).await?;
            match outcome {
                Outcome::Ended(error) => {
                    mail::end(&mut db, due.notice, error.as_deref(), now).await?;
                }
                Outcome::NotNow { why, is_last } => {
                    if is_last {
                        mail::end(&mut db, due.notice, Some(&why), now).await?;
                    } else {
                        mail::note_failure(&mut db, due.notice, &why).await?;
                    }
                    break;
                }
            }
        }
        Ok(())
    }

    fn notice(&self, due: &DueMail) -> Result<Message, MailError> {
        let subject = match &due.about {
            MailAbout::Order {
                number,
                kind,
                offline,
                ..
            } => kind.map_or_else(
                || MailText::Order {
                    number: number.clone(),
                },
                |kind| kind.subject(number, *offline),
            ),
            MailAbout::Result { number } => MailText::ResultRefused {
                number: number.clone(),
            },
            MailAbout::Subscriptions => MailText::SubscriptionDigest,
        };
        let link = self.unsubscribe_link(due)?;
        let letter = MailText::Body {
            name: printable(&due.name),
            said: due.detail.clone(),
            site: self.sys_name.clone(),
            order: self.thing_link(due).to_string(),
            unsubscribe: link.to_string(),
        };
        self.envelope((&due.name, &due.address), subject, due.locale)?
            .date(due.at.into())
            .message_id(Some(self.message_id(&format!("notice-{}", due.notice))))
            .header(ListUnsubscribe(format!("<{link}>")))
            .header(ListUnsubscribePost)
            .singlepart(SinglePart::plain(
                texts::Message::from(letter).render(due.locale),
            ))
            .map_err(MailError::never)
    }

    /// Where the person finds the order, their results, or their subscriptions.
    fn thing_link(&self, due: &DueMail) -> Url {
        let order = match &due.about {
            MailAbout::Order { id, .. } => id.0.to_string(),
            MailAbout::Result { .. } | MailAbout::Subscriptions => String::new(),
        };
        let portal = format!("/orderManage/details/{order}");
        let back_office = format!("/orders/{order}");
        let page = match &due.about {
            MailAbout::Order { .. } => WebPage {
                portal: (&portal, None),
                back_office: Some(&back_office),
            },
            MailAbout::Result { .. } => WebPage {
                portal: ("/results", None),
                back_office: None,
            },
            MailAbout::Subscriptions => WebPage {
                portal: ("/subscriptions", None),
                back_office: Some("/subscribeAudit"),
            },
        };
        self.page(due.permissions, &page)
    }

    fn unsubscribe_link(&self, due: &DueMail) -> Result<Url, MailError> {
        let token = mail::unsubscribe_token(&self.key, due.user).map_err(MailError::not_now)?;
        let mut link = self.public_url.clone();
        link.set_path("/api/mail/unsubscribe");
        link.query_pairs_mut().clear().append_pair("token", &token);
        Ok(link)
    }
}
