//! Signing in at the identity provider: away, back, and the link between its accounts and ours.

pub(super) mod back_channel;
mod browser;
pub(super) mod callback;
mod landing;
pub(super) mod link;
pub(super) mod sign_out;
pub(super) mod start;

use axum::http::StatusCode;
use texts::ProblemText;

pub(super) use browser::presented;

use crate::context::Context;
use crate::identity_provider::IdentityProvider;
use crate::problem::Problem;

/// The provider of this installation, or that there is none.
fn provider(context: &Context) -> Result<&IdentityProvider, Problem> {
    let none = || Problem::new(StatusCode::NOT_FOUND, ProblemText::NoProvider);
    context.settings.provider.as_deref().ok_or_else(none)
}

#[cfg(test)]
mod tests;
