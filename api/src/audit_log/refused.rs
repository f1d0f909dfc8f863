//! Entries of requests that would have changed something and were refused, for the sake of rights or safety.

use axum::extract::{MatchedPath, Request};
use domain::audit_log::refused_request::{AuditedRefusal, ChangingMethod};
use domain::audit_log::{AuditAction, AuditOutcome};
use domain::ids::UserId;
use storage::StorageError;
use storage::db::audit_log::NewAuditEntry;
use storage::db::{handles, refused_requests};

use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::problem::ProblemCode;

/// Most characters that are kept of an address; those of the product have some 100.
const LONGEST_ADDRESS: usize = 200;

/// A request of somebody known that would change something. Of what it carries only its address is kept, without a query.
pub(crate) struct Attempt {
    by: UserId,
    method: ChangingMethod,
    route: String,
    address: String,
    client: Client,
}

impl Attempt {
    /// `None`: it only reads.
    pub(crate) fn of_caller(caller: &Caller, request: &Request, context: &Context) -> Option<Self> {
        let method = ChangingMethod::of_request(request.method().as_str())?;
        Some(Self::of_changing(caller, request, context, method))
    }

    /// The same of a request that would change something as this method does, whatever its own is.
    pub(crate) fn of_changing(
        caller: &Caller,
        request: &Request,
        context: &Context,
        method: ChangingMethod,
    ) -> Self {
        let route = request.extensions().get::<MatchedPath>();
        let trusted = &context.settings.trusted_proxies;
        Self {
            by: caller.id,
            method,
            route: route.map_or_else(String::new, |route| route.as_str().to_owned()),
            address: (request.uri().path().chars())
                .take(LONGEST_ADDRESS)
                .collect(),
            client: Client::of_request(request.headers(), request.extensions(), trusted),
        }
    }

    /// Keeps that it was refused, if the answer's code says so. The answer is the same where that fails.
    pub(crate) async fn record_if_refused(self, context: &Context, code: Option<ProblemCode>) {
        let Some(refusal) = code.and_then(|code| AuditedRefusal::of_code(code.0)) else {
            return;
        };
        if let Err(error) = self.record(context, refusal).await {
            tracing::error!(%error, code = refusal.code(), "a refused request is not in the audit log");
        }
    }

    async fn record(&self, context: &Context, refusal: AuditedRefusal) -> Result<(), StorageError> {
        let entry = NewAuditEntry {
            at: context.now(),
            by: Some(self.by),
            action: AuditAction::Request(self.method),
            subject_id: &self.route,
            subject_name: &self.address,
            outcome: AuditOutcome::Refused,
            reason: refusal.code(),
            changes: &[],
            client_ip: &self.client.ip,
            agent: &self.client.agent,
        };
        let mut tx = context.begin().await?;
        refused_requests::record(&mut tx, self.by, &entry).await?;
        handles::commit(tx).await
    }
}

#[cfg(test)]
mod tests;
