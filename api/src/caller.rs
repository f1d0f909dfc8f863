//! Who calls, and from where.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Method, StatusCode, header};
use chrono::{DateTime, Timelike as _, Utc};
use domain::account::Approval;
use domain::client_system::{DailyQuota, TOKEN_PREFIX};
use domain::duty::Duty;
use domain::ids::{AccessTokenId, SessionId, SignInEpoch, UserId};
use domain::network::Network;
use domain::open_service::OpenService;
use domain::order::state::Capability;
use domain::permission::{Permission, PermissionSet};
use domain::role::RoleId;
use domain::sign_in_policy::{PasswordKind, SignInPolicy};
use storage::PgConnection;
use storage::db::call_counts;
use storage::db::client_systems::{self, FoundToken};
use storage::db::sessions::{self, SessionToken};
use storage::db::users::{self, User};
use storage::lifecycle::By;
use texts::ProblemText;

use crate::context::Context;
use crate::counted_call::CountedCall;
use crate::problem::Problem;
use crate::system::configured;

/// The cookie that lets `<img>`, `EventSource` and plain links read. Over TLS its name binds it to this very host (RFC
/// 6265bis, section 4.1.3.2), so that no neighbouring host can set one; over plain HTTP browsers refuse such a name.
#[must_use]
pub const fn cookie_name(https: bool) -> &'static str {
    if https {
        "__Host-scenedock_session"
    } else {
        "scenedock_session"
    }
}

/// The signed-in person. The guard of a route puts it into the request; see [`crate::router::RouteAccess`].
#[derive(Debug, Clone)]
pub struct Caller {
    /// The account's id.
    pub id: UserId,
    /// The roles that the person has.
    pub roles: Vec<RoleId>,
    /// What the person may do, through all of them.
    pub permissions: PermissionSet,
    /// What the person signs in with.
    pub login_name: String,
    /// The person's real name.
    pub user_name: String,
    /// The person's unit.
    pub unit: String,
    /// E-mail address, or empty.
    pub email: String,
    /// Who chose the password, and so what is owed because of it.
    pub password_kind: PasswordKind,
    /// Time of the last change of password.
    pub password_set: DateTime<Utc>,
    /// Whether the person proves a second factor on signing in.
    pub second_factor: bool,
    /// What the person has to do before anything else.
    pub duty: Option<Duty>,
    /// What was opened under another one is over; see [`crate::signed_in`].
    pub epoch: SignInEpoch,
    /// The session that is called with; a client system has none.
    pub session: Option<SessionId>,
    /// What a client system calls with in place of a session.
    pub token: Option<CallingToken>,
}

/// The token that a client system calls with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallingToken {
    pub id: AccessTokenId,
    /// What its client system may take in a day.
    pub quota: DailyQuota,
    /// Whoever made it: it looks no further into the catalogue than they do. `None`: they see every scene.
    pub bounding_issuer: Option<UserId>,
    /// This call, as it is counted.
    pub call: CountedCall,
}

impl Caller {
    /// Whether the caller holds this permission.
    #[must_use]
    pub const fn holds(&self, permission: Permission) -> bool {
        self.permissions.holds(permission)
    }

    /// The same, unless it is a client system: what it does is not its account's person's doing.
    #[must_use]
    pub fn person(&self) -> Option<&Self> {
        self.token.is_none().then_some(self)
    }

    /// Whose orders the caller sees; `None`: everybody's.
    #[must_use]
    pub fn visible_owner(&self) -> Option<UserId> {
        (!self.holds(Permission::AllOrders)).then_some(self.id)
    }

    /// What the caller is to an order of `owner`.
    #[must_use]
    pub fn capability_for(&self, owner: UserId) -> Capability {
        Capability::of_caller(self.permissions, self.id == owner)
    }

    /// As the life cycle knows who does something, and from where.
    #[must_use]
    pub fn by<'a>(&self, client: &'a Client) -> By<'a> {
        By::Person {
            user: self.id,
            permissions: self.permissions,
            epoch: self.epoch,
            client_ip: &client.ip,
            agent: &client.agent,
        }
    }
}

impl Caller {
    /// The person of an account, who owes what `policy` asks for.
    fn new(user: User, policy: SignInPolicy, now: DateTime<Utc>) -> Self {
        let password_due = policy.password_due(user.password_set, user.password_kind, now);
        Self {
            duty: Duty::first(password_due, user.second_factor_due),
            id: user.id,
            roles: user.roles,
            permissions: user.permissions,
            login_name: user.login_name,
            user_name: user.user_name,
            unit: user.unit,
            email: user.email,
            password_kind: user.password_kind,
            password_set: user.password_set,
            second_factor: user.second_factor,
            epoch: user.epoch,
            session: None,
            token: None,
        }
    }

    /// A client system: what its account may do, its token allows and any token may allow; tokens of earlier versions allowed more. It owes
    /// nothing that a person would have to do.
    fn of_system(
        user: User,
        (token, call): (&FoundToken, CountedCall),
        policy: SignInPolicy,
        now: DateTime<Utc>,
    ) -> Self {
        let caller = Self::new(user, policy, now);
        let permissions = caller.permissions.shared_with(token.permissions);
        let permissions = permissions.suiting_tokens();
        Self {
            permissions: match token.bounding_issuer {
                Some(_) => permissions.bounded_by_scope(),
                None => permissions,
            },
            duty: None,
            token: Some(CallingToken {
                id: token.id,
                quota: token.quota,
                bounding_issuer: token.bounding_issuer,
                call,
            }),
            ..caller
        }
    }
}

impl FromRequestParts<Context> for Caller {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &Context) -> Result<Self, Problem> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(Problem::not_signed_in)
    }
}

/// The signed-in person, or a guest.
#[derive(Debug, Clone)]
pub struct MaybeCaller(pub Option<Caller>);

impl FromRequestParts<Context> for MaybeCaller {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, _: &Context) -> Result<Self, Problem> {
        Ok(Self(parts.extensions.get::<Caller>().cloned()))
    }
}

/// The session token that a request carries: the bearer token, or on reading the cookie.
#[must_use]
pub fn presented_token(method: &Method, headers: &HeaderMap, https: bool) -> Option<SessionToken> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        return scheme
            .eq_ignore_ascii_case("bearer")
            .then(|| SessionToken::presented(token.trim()));
    }
    if !matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == cookie_name(https))
        .map(|(_, token)| SessionToken::presented(token))
}

/// Whose token it is, if its session lives, or if a client system has it. Where calls are limited, it counts as one; of a
/// client system as one for `service`. The session of an account that is over ends with this call.
pub async fn authenticate(
    context: &Context,
    token: &SessionToken,
    service: OpenService,
) -> Result<Option<Caller>, Problem> {
    if token.expose().starts_with(TOKEN_PREFIX) {
        let system = authenticate_system(context, token.expose(), service).await;
        return system.map(Some);
    }
    let policy = configured::current(context).await.sign_in_policy();
    let now = context.now();
    let mut connection = context.connection().await?;
    let Some(user) = sessions::user_of(&mut connection, token, now).await? else {
        return Ok(None);
    };
    if policy.is_account_over(user.valid_from, user.permissions, now) {
        sessions::end(&mut connection, token).await?;
        return Ok(None);
    }
    count_call(&mut connection, &user, policy, now).await?;
    Ok(Some(Caller {
        session: Some(token.session()),
        ..Caller::new(user, policy, now)
    }))
}

/// The client system that has this token. One that is over is told of, and not taken for a guest's.
async fn authenticate_system(
    context: &Context,
    presented: &str,
    service: OpenService,
) -> Result<Caller, Problem> {
    let policy = configured::current(context).await.sign_in_policy();
    let now = context.now();
    let invalid = || Problem::new(StatusCode::UNAUTHORIZED, ProblemText::TokenInvalid);
    let mut db = context.connection().await?;
    let found = client_systems::find_by_token(&mut db, presented, now).await?;
    let token = found.ok_or_else(invalid)?;
    let user = users::by_id(&mut db, token.user).await?;
    let user =
        user.filter(|user| user.disabled_at.is_none() && user.approval == Approval::Approved);
    let user = user.ok_or_else(invalid)?;
    if policy.is_account_over(user.valid_from, user.permissions, now) {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            ProblemText::AccountExpired,
        ));
    }
    let call = CountedCall::count(&mut db, &token, service, now).await?;
    if token.is_to_be_noted {
        client_systems::note_used(&mut db, token.id, now).await?;
    }
    Ok(Caller::of_system(user, (&token, call), policy, now))
}

/// One more call of a person in this minute, or 429 until it is over.
async fn count_call(
    db: &mut PgConnection,
    user: &User,
    policy: SignInPolicy,
    now: DateTime<Utc>,
) -> Result<(), Problem> {
    let Some(most) = policy.calls_a_minute else {
        return Ok(());
    };
    let calls = call_counts::count(db, user.id, now).await?;
    if policy.may_call(calls.unsigned_abs(), user.permissions) {
        return Ok(());
    }
    let text = ProblemText::TooManyCalls { most: most.into() };
    let left = 60 - now.second() % 60;
    Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, text).retry_after(left))
}

/// Where a request comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// The peer's address; behind a trusted proxy, the address that the proxy saw.
    pub ip: String,
    /// The network that address belongs to: what limits count.
    pub network: Network,
    /// The browser's name for itself; of a long one the beginning.
    pub agent: String,
}

/// Most characters that are kept of a `User-Agent`; the longest of real browsers have some 300.
const LONGEST_AGENT: usize = 512;

impl Client {
    /// Of the request that these belong to.
    #[must_use]
    pub fn of_request(
        headers: &HeaderMap,
        extensions: &Extensions,
        trusted_proxies: &[IpAddr],
    ) -> Self {
        let peer = extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|info| info.0.ip().to_canonical());
        let client = peer.map(|peer| client_ip(peer, trusted_proxies, headers));
        let agent = headers
            .get(header::USER_AGENT)
            .map(|agent| String::from_utf8_lossy(agent.as_bytes()))
            .unwrap_or_default();
        Self {
            ip: client.map_or_else(String::new, |client| client.to_string()),
            network: client.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)).into(),
            agent: agent.chars().take(LONGEST_AGENT).collect(),
        }
    }
}

impl FromRequestParts<Context> for Client {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let trusted = &context.settings.trusted_proxies;
        Ok(Self::of_request(&parts.headers, &parts.extensions, trusted))
    }
}

/// Walks from our side of `X-Forwarded-For` towards the client, as long as the one who wrote is trusted.
fn client_ip(peer: IpAddr, trusted: &[IpAddr], headers: &HeaderMap) -> IpAddr {
    let mut hops: Vec<IpAddr> = Vec::new();
    for line in headers.get_all("x-forwarded-for") {
        for hop in line.to_str().unwrap_or_default().split(',') {
            // A hop that is no address ends what can be believed.
            let Ok(hop) = hop.trim().parse::<IpAddr>() else {
                hops.clear();
                continue;
            };
            hops.push(hop.to_canonical());
        }
    }
    let mut client = peer;
    while trusted.contains(&client) {
        let Some(before) = hops.pop() else { break };
        client = before;
    }
    client
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        let proxy: IpAddr = "10.0.0.1".parse().unwrap();
        let stranger: IpAddr = "192.0.2.7".parse().unwrap();
        let forged = headers(&[("x-forwarded-for", "1.1.1.1, 198.51.100.4")]);
        assert_eq!(client_ip(stranger, &[proxy], &forged), stranger);
        let seen = client_ip(proxy, &[proxy], &forged);
        assert_eq!(seen.to_string(), "198.51.100.4");
        let garbage = headers(&[("x-forwarded-for", "1.1.1.1, nobody")]);
        assert_eq!(client_ip(proxy, &[proxy], &garbage), proxy);
    }

    #[test]
    fn limits_see_the_network_and_records_a_short_agent() {
        let mut extensions = Extensions::new();
        let peer: SocketAddr = "[2001:db8:1:2:3::4]:5".parse().unwrap();
        extensions.insert(ConnectInfo(peer));
        let mut long = headers(&[]);
        long.insert("user-agent", "长".repeat(60_000).parse().unwrap());
        let client = Client::of_request(&long, &extensions, &[]);
        assert_eq!(client.ip, "2001:db8:1:2:3::4");
        assert_eq!(client.network.to_string(), "2001:db8:1:2::/64");
        assert_eq!(client.agent, "长".repeat(LONGEST_AGENT));
    }

    #[test]
    fn the_cookie_reads_but_does_not_write() {
        let cookie = headers(&[("cookie", "a=b; scenedock_session=secret")]);
        let token = |method| {
            presented_token(&method, &cookie, false).map(|token| token.expose().to_owned())
        };
        assert_eq!(token(Method::GET).as_deref(), Some("secret"));
        assert_eq!(token(Method::HEAD).as_deref(), Some("secret"));
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            assert_eq!(token(method), None);
        }
    }

    #[test]
    fn over_tls_only_the_cookie_of_this_very_host_counts() {
        let planted = headers(&[("cookie", "scenedock_session=planted")]);
        let own = headers(&[(
            "cookie",
            "scenedock_session=planted; __Host-scenedock_session=own",
        )]);
        let token = |headers| presented_token(&Method::GET, headers, true);
        assert!(token(&planted).is_none());
        assert_eq!(token(&own).unwrap().expose(), "own");
    }

    #[test]
    fn a_wrong_scheme_is_no_token_even_beside_a_cookie() {
        let both = headers(&[
            ("authorization", "Basic Zm9v"),
            ("cookie", "scenedock_session=secret"),
        ]);
        assert!(presented_token(&Method::GET, &both, false).is_none());
    }
}
