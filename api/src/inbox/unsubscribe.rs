//! `GET` and `POST /api/mail/unsubscribe`: the link in every mail.

use axum::extract::State;
use axum::response::Html;
use domain::ids::UserId;
use serde::Deserialize;
use storage::db::{handles, mail};
use texts::{Detail, Locale, MailText, ProblemText};
use utoipa::IntoParams;

use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

/// Parameters of the link in a mail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UnsubscribeLink {
    /// Made by the server for one person.
    token: String,
}

impl UnsubscribeLink {
    fn person(&self, context: &Context) -> Result<UserId, Problem> {
        mail::unsubscribing(&context.server_key, &self.token)
            .ok_or_else(|| Problem::bad_request(ProblemText::BadLink))
    }
}

/// A page of its own: whoever comes by a mail need not sign in, and the page needs no program.
const PAGE: &str = include_str!("unsubscribe.html");

/// The page in a language; texts of the catalogue, of which none holds a character that HTML gives a meaning.
fn page(locale: Locale, message: MailText, asks: bool) -> Html<String> {
    let title = Detail::from(MailText::Unsubscribe).render(locale);
    let form = if asks {
        // A form without an address posts to the page's own, token and all.
        format!("<form method=\"post\"><button>{title}</button></form>")
    } else {
        String::new()
    };
    let page = PAGE
        .replace("{language}", locale.as_str())
        .replace("{title}", &title)
        .replace("{said}", &Detail::from(message).render(locale))
        .replace("{form}", &form);
    Html(page)
}

/// Asks before anything changes: programs that look at mails open every link in them.
#[utoipa::path(get, path = "/api/mail/unsubscribe", tag = "inbox", operation_id = "askUnsubscribe", params(UnsubscribeLink),
    responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = ProblemBody)))]
pub(super) async fn confirm_page(
    State(context): State<Context>,
    Query(link): Query<UnsubscribeLink>,
) -> Result<Html<String>, Problem> {
    let person = link.person(&context)?;
    let mut db = context.connection().await?;
    let settings = mail::settings(&mut db, person).await?;
    let settings = settings.ok_or_else(|| Problem::bad_request(ProblemText::BadLink))?;
    Ok(page(settings.locale, MailText::UnsubscribeQuestion, true))
}

/// Stops mails to the person whose link it is. One POST without a body does it (RFC 8058).
#[utoipa::path(post, path = "/api/mail/unsubscribe", tag = "inbox", operation_id = "unsubscribe", params(UnsubscribeLink),
    responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = ProblemBody)))]
pub(super) async fn unsubscribe(
    State(context): State<Context>,
    Query(link): Query<UnsubscribeLink>,
) -> Result<Html<String>, Problem> {
    let person = link.person(&context)?;
    let mut tx = context.begin().await?;
    let settings = mail::settings(&mut tx, person).await?;
    let settings = settings.ok_or_else(|| Problem::bad_request(ProblemText::BadLink))?;
    mail::unsubscribe(&mut tx, person, context.now()).await?;
    handles::commit(tx).await?;
    Ok(page(settings.locale, MailText::Unsubscribed, false))
}
