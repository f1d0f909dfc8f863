//! The router of the old addresses: who may call, what was sent, and the envelope around what is answered.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, any, on};
use domain::audit_log::refused_request::ChangingMethod;
use domain::open_service::OpenService;

use super::call::Call;
use super::envelope::{Refused, Reply, answer};
use super::operation::{EITHER, Instead, Lead, Operation};
use super::params::Params;
use super::table;
use crate::audit_log::refused::Attempt;
use crate::body::admission::Admission;
use crate::caller::{Caller, presented_token};
use crate::context::{Context, JSON_BODY_LIMIT};
use crate::problem::{Problem, ProblemCode};
use crate::router::{Declared, caller_of};

/// Answers every old address with requests to `product`, our own interface, which has declared these routes; below their folders
/// there is nothing else.
pub(crate) fn router(context: &Context, product: &Router, declared: &[Declared]) -> Router {
    let name = &context.settings.legacy.product;
    let mut router = Router::new();
    for operation in table::operations() {
        let entrance = Entrance {
            operation: *operation,
            prefix: prefix(&table::named(operation.path, name)),
            service: service(operation.stands_for, declared),
            context: context.clone(),
            product: product.clone(),
        };
        let handler = move |request: Request| entrance.clone().enter(request);
        let route = match operation.method {
            "GET" => on(MethodFilter::GET, handler),
            "POST" => on(MethodFilter::POST, handler),
            EITHER => on(MethodFilter::GET.or(MethodFilter::POST), handler),
            _ => any(handler),
        };
        router = router.route(&table::named(operation.path, name), route);
    }
    for folder in table::PREFIXES {
        for path in ["", "/", "/{*rest}"] {
            router = router.route(&format!("{folder}{path}"), any(no_such_address));
        }
    }
    router
}

/// What is in no line of the table. Old clients sent the token that they all knew wherever this word was in a path.
async fn no_such_address(request: Request) -> Response {
    let path = request.uri().path().to_lowercase();
    if path.contains("material") {
        return answer(Err(gone(Instead::FixedToken)), None);
    }
    Problem::not_found().into_response()
}

fn gone(instead: Instead) -> Refused {
    Problem::new(StatusCode::GONE, instead.text()).into()
}

/// What stands before the part of a path that may be anything.
fn prefix(path: &str) -> String {
    let end = path.find("{*rest}").unwrap_or(path.len());
    path[..end].to_owned()
}

/// What a client system's call is counted as: as the first of the operations that stand for the address.
fn service(stands_for: &str, declared: &[Declared]) -> OpenService {
    let first = stands_for.split(", ").next().unwrap_or_default();
    let ours = declared.iter().find(|route| route.operation == first);
    ours.map_or(OpenService::Other, |route| {
        OpenService::of_path(&route.path)
    })
}

#[derive(Clone)]
struct Entrance {
    operation: Operation,
    prefix: String,
    service: OpenService,
    context: Context,
    product: Router,
}

impl Entrance {
    async fn enter(self, request: Request) -> Response {
        let operation = self.operation;
        let key = self.context.settings.legacy.key.clone();
        let key = key.filter(|_| operation.is_sealed);
        let context = self.context.clone();
        let reply = match self.admit(request).await {
            Ok((call, admission)) => {
                lead_counted(&context, operation, call, admission.as_ref()).await
            }
            Err(problem) => Err(problem.into()),
        };
        match reply {
            Err(refused) if operation.is_file => refused.into_problem(),
            reply => answer(reply, key.as_ref()),
        }
    }

    /// Lets in whom the table names. A cookie is no token here: some of these addresses write on a GET. Whoever is refused here
    /// does not come as far as the guard of our own routes, and leaves in the audit log what is left there. Who was let in may
    /// fall while a file arrives.
    async fn admit(self, mut request: Request) -> Result<(Call, Option<Admission>), Problem> {
        let https = self.context.settings.https;
        let token = presented_token(&Method::POST, request.headers(), https);
        let caller = caller_of(&self.context, token.clone(), self.service).await?;
        let admission = Admission::of_caller(&self.context, token, caller.as_ref());
        let token = caller.as_ref().and_then(|caller| caller.token);
        let attempt = caller
            .as_ref()
            .and_then(|caller| self.attempt(caller, &request));
        let admitted = self.operation.who.admit(caller);
        if let Some(attempt) = attempt {
            let refusal = admitted.as_ref().err();
            let code = refusal.map(|problem| ProblemCode(problem.code()));
            attempt.record_if_refused(&self.context, code).await;
        }
        let refusal = admitted.as_ref().err();
        let refusal = refusal.map(|problem| (problem.status(), problem.code()));
        if let (Some(token), Some((status, code))) = (token, refusal) {
            let call = token.call;
            call.note_if_refused(&self.context, status, code).await;
        }
        if let Some(caller) = admitted? {
            request.extensions_mut().insert(caller);
        }
        let (parts, body) = request.into_parts();
        let body = match &admission {
            Some(admission) => admission.watch(body),
            None => body,
        };
        let (bytes, body) = if self.operation.is_upload {
            (Bytes::new(), body)
        } else {
            let read = to_bytes(body, JSON_BODY_LIMIT).await;
            let lapse = || admission.as_ref().and_then(Admission::problem);
            let bytes = read.map_err(|_| lapse().unwrap_or_else(Problem::too_large))?;
            (bytes, Body::empty())
        };
        let params = Params::read(parts.uri.query(), &parts.headers, &bytes)?;
        let rest = parts.uri.path().strip_prefix(&self.prefix);
        let rest = rest.unwrap_or_default().to_owned();
        let call = Call::new(
            (self.product, self.context.settings.legacy.clone()),
            parts.headers,
            &parts.extensions,
            (params, body),
            rest,
        );
        Ok((call, admission))
    }

    /// What the audit log keeps of the request if it is refused; `None`: it only reads.
    fn attempt(&self, caller: &Caller, request: &Request) -> Option<Attempt> {
        if self.operation.writes_on_get {
            let method = ChangingMethod::Post;
            return Some(Attempt::of_changing(caller, request, &self.context, method));
        }
        Attempt::of_caller(caller, request, &self.context)
    }
}

/// Our own routes do not count what is asked of them here: it may be several requests, and is one call. Nor do they know whether its
/// caller fell while a file arrived: to them the file is broken off.
async fn lead_counted(
    context: &Context,
    operation: Operation,
    call: Call,
    admission: Option<&Admission>,
) -> Result<Reply, Refused> {
    let token = call.caller.as_ref().and_then(|caller| caller.token);
    let reply = lead(operation, call).await;
    let reply = match admission.and_then(Admission::problem) {
        Some(problem) => Err(problem.into()),
        None => reply,
    };
    let refusal = refusal(&reply);
    if let (Some(token), Some((status, code))) = (token, refusal) {
        token.call.note_if_refused(context, status, &code).await;
    }
    reply
}

/// Status and code of an answer that is no success, or a file.
fn refusal(reply: &Result<Reply, Refused>) -> Option<(StatusCode, String)> {
    match reply {
        Ok(Reply::Data(_) | Reply::DataWith(..)) => None,
        Ok(Reply::File(response)) => {
            let code = response.extensions().get::<ProblemCode>();
            let code = code.map_or("", |code| code.0);
            Some((response.status(), code.to_owned()))
        }
        Err(refused) => Some((refused.status, refused.code.clone())),
    }
}

async fn lead(operation: Operation, call: Call) -> Result<Reply, Refused> {
    match operation.lead {
        Lead::Does(handler) => handler(call).await,
        Lead::Instead(instead) => Err(gone(instead)),
    }
}
