//! Every route, declared together with who may call it. Nothing is reachable that is not declared here.

mod guarded_operation;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router};
use domain::duty::Duty;
use domain::open_service::OpenService;
use domain::permission::{Permission, PermissionSet};
use storage::db::sessions::SessionToken;
use texts::ProblemText;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{OpenApi, security::SecurityRequirement};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::audit_log::refused::Attempt;
use crate::body::admission::Admission;
use crate::caller::{Caller, authenticate, presented_token};
use crate::context::{Context, JSON_BODY_LIMIT};
use crate::problem::{Problem, ProblemCode};

pub(crate) use guarded_operation::GuardedOperation;

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteAccess {
    /// Guests too.
    Public,
    /// Anybody with an account.
    SignedIn,
    /// The same, and also who owes one of these first, to whom every other call is refused.
    EvenOwing(&'static [Duty]),
    /// Holders of this permission.
    Needs(Permission),
    /// Who holds one of these permissions.
    NeedsOne(&'static [Permission]),
}

impl RouteAccess {
    /// Whether this includes people who hold these permissions.
    #[must_use]
    pub fn includes(self, held: PermissionSet) -> bool {
        match self {
            Self::Public | Self::SignedIn | Self::EvenOwing(_) => true,
            Self::Needs(permission) => held.holds(permission),
            Self::NeedsOne(permissions) => held.holds_any(permissions),
        }
    }

    /// Whether this includes people who owe this first.
    #[must_use]
    pub fn includes_owing(self, duty: Duty) -> bool {
        matches!(self, Self::EvenOwing(duties) if duties.contains(&duty))
    }

    /// Who is let in as what: a person, or a guest where guests are.
    pub(crate) fn admit(self, caller: Option<Caller>) -> Result<Option<Caller>, Problem> {
        let duty = caller.as_ref().and_then(|caller| caller.duty);
        let owed = duty.filter(|duty| !self.includes_owing(*duty));
        match (caller, self) {
            // Who owes something is a guest where guests are let in.
            (_, Self::Public) if owed.is_some() => Ok(None),
            (caller, Self::Public) => Ok(caller),
            (None, _) => Err(Problem::not_signed_in()),
            (Some(_), _) if let Some(duty) = owed => {
                Err(Problem::new(StatusCode::FORBIDDEN, duty.text()))
            }
            (Some(caller), who) if who.includes(caller.permissions) => Ok(Some(caller)),
            (Some(_), who) => Err(Problem::needs_one(who.permissions())),
        }
    }

    /// The permissions of which one is needed; none where an account is enough.
    #[must_use]
    pub fn permissions(self) -> Vec<Permission> {
        match self {
            Self::Public | Self::SignedIn | Self::EvenOwing(_) => Vec::new(),
            Self::Needs(permission) => vec![permission],
            Self::NeedsOne(permissions) => permissions.to_vec(),
        }
    }
}

/// Papers of orders and what was prepared: for owners, and for those who audit.
pub(crate) const OWN_OR_AUDITED: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::OwnOrders, Permission::AuditOrders]);

/// Orders and their preparation: for owners, and for those who watch.
pub(crate) const OWN_OR_WATCHED: RouteAccess =
    RouteAccess::NeedsOne(&[Permission::OwnOrders, Permission::AllOrders]);

/// One declared route, for tests that walk all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    pub method: Method,
    /// The path with its parameters in braces.
    pub path: String,
    /// Its operation in the document: what the web apps name it by.
    pub operation: String,
    /// Access rule of the route.
    pub who: RouteAccess,
}

impl Declared {
    /// Whether a permission is needed for it, one or another.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        !self.who.permissions().is_empty()
    }
}

/// Every declared route, for handlers that speak about routes.
#[derive(Debug, Clone)]
pub(crate) struct RouteTable(pub(crate) Arc<[Declared]>);

impl RouteTable {
    /// What this permission opens without any other: not what those open that it implies.
    pub(crate) fn opened_by(&self, permission: Permission) -> impl Iterator<Item = &Declared> {
        let opens = move |route: &&Declared| route.who.permissions().contains(&permission);
        self.0.iter().filter(opens)
    }
}

/// What only people do who have signed in, beside all that an account is enough for: who has a client system's token does not become its
/// account by it, and makes no others.
const PEOPLES: [&str; 2] = ["/api/auth/", "/api/client-systems"];
/// Exception to [`PEOPLES`]: a client system may ask who it is.
const SELF: &str = "/api/auth/me";

/// Collects declarations.
pub struct Routes {
    context: Context,
    router: OpenApiRouter<Context>,
    declared: Vec<Declared>,
}

impl Routes {
    /// A router without routes.
    #[must_use]
    pub fn new(context: Context, document: OpenApi) -> Self {
        Self {
            context,
            router: OpenApiRouter::with_openapi(document),
            declared: Vec::new(),
        }
    }

    /// Declares what [`utoipa_axum::routes!`] made of one handler or several, for JSON bodies.
    pub fn add(&mut self, who: RouteAccess, handlers: UtoipaMethodRouter<Context>) {
        self.add_with_limit(who, JSON_BODY_LIMIT, handlers);
    }

    /// The same with another largest body, in bytes.
    pub fn add_with_limit(
        &mut self,
        who: RouteAccess,
        body_limit: usize,
        (schemas, mut paths, handlers): UtoipaMethodRouter<Context>,
    ) {
        let mut is_for_people = false;
        let mut service = OpenService::Other;
        for (path, item) in &mut paths.paths {
            service = OpenService::of_path(path);
            let is_a_persons = who.permissions().is_empty() && who != RouteAccess::Public
                || PEOPLES.iter().any(|folder| path.starts_with(folder));
            is_for_people |= is_a_persons && path != SELF;
            for (method, operation) in operations(item) {
                self.declared.push(Declared {
                    method,
                    path: path.clone(),
                    // Never absent: an operation without a name of its own has that of its handler.
                    operation: operation.operation_id.clone().unwrap_or_default(),
                    who,
                });
                require_bearer(operation, who);
            }
        }
        let guard = Guard {
            context: self.context.clone(),
            who,
            is_for_people,
            service,
        };
        let guarded = handlers
            .route_layer(DefaultBodyLimit::max(body_limit))
            .route_layer(middleware::from_fn_with_state(guard, admit));
        let router = std::mem::take(&mut self.router);
        self.router = router.routes((schemas, paths, guarded));
    }

    /// The router, its document, and what was declared.
    pub fn finish(self) -> (Router, OpenApi, Vec<Declared>) {
        let (router, mut document) = self.router.split_for_parts();
        let guarded = self.declared.iter().filter(|route| route.is_guarded());
        let guarded = guarded.map(|route| route.operation.clone());
        guarded_operation::list(&mut document, guarded);
        let table = RouteTable(self.declared.as_slice().into());
        let router = router.layer(Extension(table)).with_state(self.context);
        (router, document, self.declared)
    }
}

#[derive(Clone)]
struct Guard {
    context: Context,
    who: RouteAccess,
    /// Whether client systems are refused.
    is_for_people: bool,
    /// What their calls are counted as.
    service: OpenService,
}

impl Guard {
    fn admit(&self, caller: Option<Caller>) -> Result<Option<Caller>, Problem> {
        if self.is_for_people && caller.as_ref().is_some_and(|one| one.token.is_some()) {
            let text = ProblemText::TokenNotEnough;
            return Err(Problem::new(StatusCode::FORBIDDEN, text));
        }
        self.who.admit(caller)
    }
}

/// Lets in whom the declaration names, and tells the handler who it is. A changing request of somebody known that
/// is refused for the sake of rights or safety, here or behind, leaves an entry in the audit log; a client system's call that is
/// refused is counted as such.
async fn admit(
    State(guard): State<Guard>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    // Nobody from outside can put a caller into a request: an old address that stands before this one has, and counts its calls.
    let mut admission = None;
    let (caller, counted) = if let Some(caller) = request.extensions_mut().remove::<Caller>() {
        (Some(caller), None)
    } else {
        let https = guard.context.settings.https;
        let token = presented_token(request.method(), request.headers(), https);
        let caller = caller_of(&guard.context, token.clone(), guard.service).await?;
        admission = Admission::of_caller(&guard.context, token, caller.as_ref());
        let token = caller.as_ref().and_then(|caller| caller.token);
        (caller, token.map(|token| token.call))
    };
    if let Some(admission) = &admission {
        request = request.map(|body| admission.watch(body));
    }
    let attempt = caller
        .as_ref()
        .and_then(|caller| Attempt::of_caller(caller, &request, &guard.context));
    let response = match guard.admit(caller) {
        Ok(admitted) => {
            if let Some(caller) = admitted {
                request.extensions_mut().insert(caller);
            }
            next.run(request).await
        }
        Err(problem) => problem.into_response(),
    };
    let refusal = admission.and_then(|admission| admission.refusal());
    let response = refusal.unwrap_or(response);
    let code = response.extensions().get::<ProblemCode>().copied();
    if let Some(attempt) = attempt {
        attempt.record_if_refused(&guard.context, code).await;
    }
    if let Some(counted) = counted {
        let code = code.map_or("", |code| code.0);
        let status = response.status();
        counted.note_if_refused(&guard.context, status, code).await;
    }
    Ok(response)
}

/// Whose token it is; of a client system's call, for which service it is counted.
pub(crate) async fn caller_of(
    context: &Context,
    token: Option<SessionToken>,
    service: OpenService,
) -> Result<Option<Caller>, Problem> {
    match token {
        Some(token) => authenticate(context, &token, service).await,
        None => Ok(None),
    }
}

/// The operations of a path, each with its method.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (Method, &mut Operation)> {
    [
        (Method::GET, &mut item.get),
        (Method::PUT, &mut item.put),
        (Method::POST, &mut item.post),
        (Method::DELETE, &mut item.delete),
        (Method::PATCH, &mut item.patch),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Says in the document that a token is needed, and of whom: one requirement for each permission that would do.
fn require_bearer(operation: &mut Operation, who: RouteAccess) {
    if who == RouteAccess::Public {
        return;
    }
    let mut requirements: Vec<_> = who
        .permissions()
        .into_iter()
        .map(|permission| SecurityRequirement::new("bearer", [permission.code()]))
        .collect();
    if requirements.is_empty() {
        requirements.push(SecurityRequirement::new("bearer", Vec::<String>::new()));
    }
    operation.security = Some(requirements);
}
