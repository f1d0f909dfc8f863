//! `GET` and `POST /api/mail/unsubscribe`: the link in every mail.

use axum::extract::State;
use axum::response::Html;
use domain::ids::UserId;
use serde::Deserialize;
use storage::db::{handles, mail};
use texts::ProblemText;
use utoipa::IntoParams;

use crate::context::Context;
use crate::json::Query;
use crate::problem::{Problem, ProblemBody};

/// What the link carries.
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

/// Asks before anything changes: programs that look at mails open every link in them.
#[utoipa::path(get, path = "/api/mail/unsubscribe", tag = "inbox", operation_id = "askUnsubscribe", params(UnsubscribeLink),
    responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = ProblemBody)))]
pub(super) async fn confirm_page(
    State(context): State<Context>,
    Query(link): Query<UnsubscribeLink>,
) -> Result<Html<&'static str>, Problem> {
    link.person(&context)?;
    // A form without an address posts to the page's own, token and all.
    Ok(Html(concat!(
        "<!doctype html><html lang=\"zh-CN\"><meta charset=\"utf-8\"><title>退订邮件</title>",
        "<form method=\"post\"><p>不再通过邮件接收订单消息？站内消息不受影响。</p>",
        "<button>退订</button></form></html>"
    )))
}

/// Stops mails to the person whose link it is. One POST without a body does it (RFC 8058).
#[utoipa::path(post, path = "/api/mail/unsubscribe", tag = "inbox", operation_id = "unsubscribe", params(UnsubscribeLink),
    responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = ProblemBody)))]
pub(super) async fn unsubscribe(
    State(context): State<Context>,
    Query(link): Query<UnsubscribeLink>,
) -> Result<Html<&'static str>, Problem> {
    let person = link.person(&context)?;
    let mut tx = context.begin().await?;
    mail::unsubscribe(&mut tx, person, context.now()).await?;
    handles::commit(tx).await?;
    Ok(Html(concat!(
        "<!doctype html><html lang=\"zh-CN\"><meta charset=\"utf-8\"><title>退订邮件</title>",
        "<p>已退订，不会再向您发送订单邮件。登录后可在站内消息的设置中重新开启。</p></html>"
    )))
}
