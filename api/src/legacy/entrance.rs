//! The router of the old addresses: who may call, what was sent, and the envelope around what is answered.

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::routing::{MethodFilter, any, on};
use domain::audit_log::refused_request::ChangingMethod;

use super::call::Call;
use super::envelope::{Refused, Reply, answer};
use super::operation::{Lead, Operation};
use super::params::Params;
use super::table;
use crate::audit_log::refused::Attempt;
use crate::caller::{Caller, presented_token};
use crate::context::{Context, JSON_BODY_LIMIT};
use crate::problem::{Problem, ProblemCode, no_such_path};
use crate::router::caller_of;

/// Answers every old address with requests to `product`, our own interface; below their folders there is nothing else.
pub(crate) fn router(context: &Context, product: &Router) -> Router {
    let name = &context.settings.legacy.product;
    let mut router = Router::new();
    for operation in table::operations() {
        let entrance = Entrance {
            operation: *operation,
            prefix: prefix(&table::named(operation.path, name)),
            context: context.clone(),
            product: product.clone(),
        };
        let handler = move |request: Request| entrance.clone().enter(request);
        let route = match operation.method {
            "GET" => on(MethodFilter::GET, handler),
            "POST" => on(MethodFilter::POST, handler),
            _ => any(handler),
        };
        router = router.route(&table::named(operation.path, name), route);
    }
    for folder in table::PREFIXES {
        for path in ["", "/", "/{*rest}"] {
            router = router.route(&format!("{folder}{path}"), any(no_such_path));
        }
    }
    router
}

/// What stands before the part of a path that may be anything.
fn prefix(path: &str) -> String {
    let end = path.find("{*rest}").unwrap_or(path.len());
    path[..end].to_owned()
}

#[derive(Clone)]
struct Entrance {
    operation: Operation,
    prefix: String,
    context: Context,
    product: Router,
}

impl Entrance {
    async fn enter(self, request: Request) -> Response {
        let operation = self.operation;
        let key = self.context.settings.legacy.key.clone();
        let key = key.filter(|_| operation.is_sealed);
        let reply = match self.admit(request).await {
            Ok(call) => lead(operation, call).await,
            Err(problem) => Err(problem.into()),
        };
        match reply {
            Err(refused) if operation.is_file => refused.into_problem(),
            reply => answer(reply, key.as_ref()),
        }
    }

    /// Lets in whom the table names. A cookie is no token here: some of these addresses write on a GET. Whoever is refused here
    /// does not come as far as the guard of our own routes, and leaves in the audit log what is left there.
    async fn admit(self, mut request: Request) -> Result<Call, Problem> {
        let https = self.context.settings.https;
        let token = presented_token(&Method::POST, request.headers(), https);
        let caller = caller_of(&self.context, token).await?;
        let attempt = caller
            .as_ref()
            .and_then(|caller| self.attempt(caller, &request));
        let admitted = self.operation.who.admit(caller);
        if let Some(attempt) = attempt {
            let refusal = admitted.as_ref().err();
            let code = refusal.map(|problem| ProblemCode(problem.code()));
            attempt.record_if_refused(&self.context, code).await;
        }
        if let Some(caller) = admitted? {
            request.extensions_mut().insert(caller);
        }
        let (parts, body) = request.into_parts();
        let (bytes, body) = if self.operation.is_upload {
            (Bytes::new(), body)
        } else {
            let read = to_bytes(body, JSON_BODY_LIMIT).await;
            (read.map_err(|_| Problem::too_large())?, Body::empty())
        };
        let params = Params::read(parts.uri.query(), &parts.headers, &bytes)?;
        let rest = parts.uri.path().strip_prefix(&self.prefix);
        let rest = rest.unwrap_or_default().to_owned();
        Ok(Call::new(
            self.product,
            parts.headers,
            &parts.extensions,
            (params, body),
            rest,
        ))
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

async fn lead(operation: Operation, call: Call) -> Result<Reply, Refused> {
    match operation.lead {
        Lead::Does(handler) => handler(call).await,
        Lead::Instead(instead) => Err(Problem::new(StatusCode::GONE, instead.text()).into()),
    }
}
