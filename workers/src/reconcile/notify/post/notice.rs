//! Mails that carry notices.

use chrono::{DateTime, Utc};
use lettre::Message;
use lettre::message::SinglePart;
use storage::StorageError;
use storage::db::handles::connection;
use storage::db::mail::{self, DueMail};
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
        let number = &due.number;
        let subject = match (due.order, due.kind) {
            (None, _) => MailText::SubscriptionDigest,
            (Some(_), None) => MailText::Order {
                number: number.clone(),
            },
            (Some(_), Some(kind)) => kind.subject(number, due.offline),
        };
        let link = self.unsubscribe_link(due)?;
        let letter = MailText::Body {
            name: printable(&due.name),
            said: due.detail.clone(),
            site: self.sys_name.clone(),
            order: self.subject_link(due).to_string(),
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

    /// Where the person finds what it tells of: the order, or the subscriptions.
    fn subject_link(&self, due: &DueMail) -> Url {
        let Some(order) = due.order else {
            let page = WebPage {
                portal: ("/subscriptions", None),
                back_office: Some("/subscribeAudit"),
            };
            return self.page(due.permissions, &page);
        };
        let page = WebPage {
            portal: (&format!("/orderManage/details/{}", order.0), None),
            back_office: Some(&format!("/orders/{}", order.0)),
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
