//! `GET /api/auth/oidc/callback`

use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::account::{check_email, check_required_text};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::{SignInEpoch, UserId};
use rand::Rng as _;
use storage::StorageError;
use storage::db::handles;
use storage::db::provider_flows::{self, BrowserMark, Flow, FlowOver};
use storage::db::provider_sign_ins::ProviderWord;
use storage::db::users;
use storage::lifecycle::By;
use storage::lifecycle::administration::{self, AccountChange, AdministrationError, ByMail};
use storage::lifecycle::provider::{self as arrivals, Arrival, Newcomer};
use texts::FieldText;

use super::landing::{Outcome, lead};
use super::{browser, provider};
use crate::audit_log::{self, Audited};
use crate::caller::Client;
use crate::context::Context;
use crate::identity_provider::{Identity, ProviderAnswer, ProviderError};
use crate::problem::Problem;

/// Bytes of a password that nobody is to know.
const PASSWORD_BYTES: usize = 32;

/// Why nobody is signed in, for the log.
#[derive(Debug, thiserror::Error)]
enum Fault {
    /// By the code of what is refused.
    #[error("too many come back from this network: {0}")]
    Paced(&'static str),
    #[error("the answer has no state")]
    NoState,
    #[error(transparent)]
    Flow(#[from] FlowOver),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error("the account is switched off")]
    Disabled,
    #[error("the account has changed since")]
    Changed,
    /// By the code of what is refused; the cause of a failure is in the log beside it.
    #[error("the server refuses: {0}")]
    Own(&'static str),
}

impl Fault {
    /// A stranger who keeps coming back must not fill the log: that is a detail.
    fn log(&self) {
        const REFUSED: &str = "a sign-in at the identity provider is refused";
        if matches!(self, Self::Paced(_)) {
            tracing::debug!(cause = %self, "{REFUSED}");
        } else {
            tracing::warn!(cause = %self, "{REFUSED}");
        }
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self::Own(problem.code())
    }
}

impl From<StorageError> for Fault {
    fn from(error: StorageError) -> Self {
        Problem::from(error).into()
    }
}

/// The browser comes back from the identity provider. Everything it brings is checked, the code is redeemed, and the browser is
/// led to a page of the portal, which goes on with a ticket for `loginByUsername`, or tells what went wrong.
#[utoipa::path(get, path = "/api/auth/oidc/callback", tag = "auth", operation_id = "oidcCallback",
    params(("code" = Option<String>, Query), ("state" = Option<String>, Query), ("iss" = Option<String>, Query),
           ("error" = Option<String>, Query)),
    responses((status = 303, description = "To the page of the portal that goes on")))]
pub(in crate::auth) async fn callback(
    State(context): State<Context>,
    client: Client,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    provider(&context)?;
    let answer = ProviderAnswer::read(query.as_deref().unwrap_or_default());
    let mut back = "/search".to_owned();
    let outcome = come_back(&context, &client, &headers, &answer, &mut back).await;
    let outcome = outcome.unwrap_or_else(|cause| {
        cause.log();
        Outcome::Failed
    });
    Ok(lead(&back, &outcome))
}

/// What comes of it, and where one is led `back` to. A person looks at the answer, whatever goes wrong: no fault of it is JSON.
async fn come_back(
    context: &Context,
    client: &Client,
    headers: &HeaderMap,
    answer: &ProviderAnswer,
    back: &mut String,
) -> Result<Outcome, Fault> {
    let paced = context.paces.provider.step(client.network, context.now());
    paced.map_err(|problem| Fault::Paced(problem.code()))?;
    let mark = browser::presented(context, headers);
    let flow = take(context, answer, mark.as_ref()).await?;
    back.clone_from(&flow.return_to);
    let found = provider(context)?
        .identify(answer, &flow.secrets, context.now())
        .await;
    let identity = found?;
    match (flow.links, mark) {
        (Some(links), _) => link(context, client, &identity, links).await,
        (None, Some(mark)) => sign_in(context, client, identity, &mark).await,
        (None, None) => Err(FlowOver::OtherBrowser.into()),
    }
}

/// The flow that an answer belongs to. Its state is used up, whatever comes of it.
async fn take(
    context: &Context,
    answer: &ProviderAnswer,
    mark: Option<&BrowserMark>,
) -> Result<Flow, Fault> {
    let state = answer.state().ok_or(Fault::NoState)?;
    let mut db = context.connection().await?;
    let with = (state, mark);
    let taken = provider_flows::take(&mut db, &context.server_key, with, context.now()).await?;
    taken.map_err(Fault::from)
}

async fn sign_in(
    context: &Context,
    client: &Client,
    identity: Identity,
    mark: &BrowserMark,
) -> Result<Outcome, Fault> {
    let newcomer = if provider(context)?.settings().registers {
        Some(newcomer(context, &identity).await?)
    } else {
        None
    };
    let word = ProviderWord {
        person: &identity.person,
        session: identity.session.as_deref(),
        id_token: &identity.id_token,
    };
    let by = By::Registrant {
        client_ip: &client.ip,
        agent: &client.agent,
    };
    let (key, from) = (&context.server_key, (mark, client.network));
    let mut tx = context.begin().await?;
    let arrival = arrivals::arrive(&mut tx, key, &word, from, newcomer, by, context.now()).await;
    let arrival = arrival.map_err(Problem::from)?;
    if matches!(arrival, Arrival::Registered(_)) {
        let by_mail = ByMail::of_installation(context.settings.mail);
        administration::tell_deciders(&mut tx, by_mail, context.now()).await?;
    }
    let outcome = match arrival {
        Arrival::Ticket(ticket) | Arrival::Registered(ticket) => {
            Ok(Outcome::Ticket(ticket.expose().to_owned()))
        }
        Arrival::Unknown => Ok(Outcome::Unknown),
        Arrival::Disabled(user) => {
            let audited = Audited {
                by: None,
                action: AuditAction::SignIn,
                subject: (&user.id.to_string(), &user.login_name),
                outcome: AuditOutcome::Refused,
                reason: "",
                changes: &[],
            };
            audit_log::record(context, &mut tx, client, &audited).await?;
            Err(Fault::Disabled)
        }
    };
    handles::commit(tx).await?;
    outcome
}

/// What an account would be made of. What the provider says is checked as what somebody types is.
async fn newcomer(context: &Context, identity: &Identity) -> Result<Newcomer, Fault> {
    let mut random = [0_u8; PASSWORD_BYTES];
    rand::rng().fill_bytes(&mut random);
    let password = URL_SAFE_NO_PAD.encode(random);
    let user_name = identity.user_name.as_deref().unwrap_or_default();
    // Some providers name people by their address.
    let name = user_name.split('@').next().unwrap_or_default();
    let is_name = |name: &&str| check_required_text(name, FieldText::RealNameMissing).is_ok();
    let good_email = check_email(&identity.email).is_ok();
    Ok(Newcomer {
        login_name: Some(name.to_owned()),
        name: [identity.name.as_str(), name]
            .into_iter()
            .find(is_name)
            .map(str::to_owned),
        email: if good_email { &identity.email } else { "" }.to_owned(),
        password_hash: context.passwords.hash(password).await?,
    })
}

/// Links the person's account to the one at the provider, if nothing has ended what the person had opened since.
async fn link(
    context: &Context,
    client: &Client,
    identity: &Identity,
    (user, epoch): (UserId, SignInEpoch),
) -> Result<Outcome, Fault> {
    let found = users::by_id(&mut *context.connection().await?, user).await?;
    let person = found.ok_or(Fault::Changed)?;
    let by = By::Person {
        user,
        permissions: person.permissions,
        epoch,
        client_ip: &client.ip,
        agent: &client.agent,
    };
    let by_mail = ByMail::of_installation(context.settings.mail);
    let changes = [AccountChange::LinkProvider(&identity.person, by_mail)];
    let (pool, key) = (&context.pool, &context.server_key);
    match administration::change(pool, key, user, &changes, by, context.now()).await {
        Ok(_) => Ok(Outcome::Linked),
        Err(AdministrationError::ProviderTaken) => Ok(Outcome::Taken),
        Err(AdministrationError::OwnChangedMeanwhile) => Err(Fault::Changed),
        Err(error) => Err(Problem::from(error).into()),
    }
}
