//! Bodies whose senders are looked at again while they arrive.
//!
//! Who calls, and what they may, is read from the head of a request; the body may come minutes later. Nothing that arrives more
//! than a second after the caller was looked at goes on before the caller was looked at anew.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context as TaskContext, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use domain::client_system::TOKEN_PREFIX;
use domain::ids::{SignInEpoch, UserId};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use http_body::{Frame, SizeHint};
use storage::StorageError;
use storage::db::sessions::SessionToken;
use storage::db::{client_systems, sessions, users};
use texts::ProblemText;
use tokio::time::Instant;

use super::closing;
use crate::caller::Caller;
use crate::context::Context;
use crate::problem::Problem;

/// Why a caller who was let in is so no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lapse {
    /// The session or the token is over.
    SignedOut,
    /// The account was changed: what it may is not what was read.
    Changed,
    /// The database did not answer.
    Unknown,
}

impl From<Lapse> for Problem {
    fn from(lapse: Lapse) -> Self {
        match lapse {
            Lapse::SignedOut => Self::not_signed_in(),
            Lapse::Changed => Self::conflict(ProblemText::AccountChangedMeanwhile),
            Lapse::Unknown => Self::unavailable(),
        }
    }
}

/// A caller who was let in, and whether that still holds.
#[derive(Clone)]
pub(crate) struct Admission {
    context: Context,
    token: SessionToken,
    user: UserId,
    epoch: SignInEpoch,
    lapse: Arc<OnceLock<Lapse>>,
}

impl Admission {
    /// `None` for a guest.
    pub(crate) fn of_caller(
        context: &Context,
        token: Option<SessionToken>,
        caller: Option<&Caller>,
    ) -> Option<Self> {
        let (token, caller) = token.zip(caller)?;
        Some(Self {
            context: context.clone(),
            token,
            user: caller.id,
            epoch: caller.epoch,
            lapse: Arc::default(),
        })
    }

    /// The body, which ends in an error where the caller is let in no longer while it arrives.
    pub(crate) fn watch(&self, body: Body) -> Body {
        if body.is_end_stream() {
            return body;
        }
        Body::new(WatchedBody {
            body,
            admission: self.clone(),
            looked: Instant::now(),
            held: None,
        })
    }

    /// Why the caller is let in no longer, if it was seen.
    pub(crate) fn problem(&self) -> Option<Problem> {
        self.lapse.get().copied().map(Problem::from)
    }

    /// What is answered then, in place of anything else.
    pub(crate) fn refusal(&self) -> Option<Response> {
        self.problem().map(closing)
    }

    async fn look(self) -> Option<Lapse> {
        let lapse = self.find_lapse().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "whether the caller is still let in cannot be read");
            Some(Lapse::Unknown)
        })?;
        Some(*self.lapse.get_or_init(|| lapse))
    }

    async fn find_lapse(&self) -> Result<Option<Lapse>, StorageError> {
        let now = self.context.now();
        let mut db = self.context.connection().await?;
        let token = &self.token;
        let lives = if token.expose().starts_with(TOKEN_PREFIX) {
            let found = client_systems::find_by_token(&mut db, token.expose(), now).await?;
            found.is_some()
        } else {
            sessions::lives(&mut db, token, now).await?
        };
        if !lives {
            return Ok(Some(Lapse::SignedOut));
        }
        let unchanged = users::is_signed_in(&mut db, self.user, self.epoch).await?;
        Ok((!unchanged).then_some(Lapse::Changed))
    }
}

/// What was received, until the caller has been looked at.
type Received = Option<Result<Frame<Bytes>, axum::Error>>;

struct WatchedBody {
    body: Body,
    admission: Admission,
    looked: Instant,
    held: Option<(BoxFuture<'static, Option<Lapse>>, Received)>,
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut TaskContext<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        let (mut look, received) = if let Some(held) = this.held.take() {
            held
        } else {
            let received = ready!(Pin::new(&mut this.body).poll_frame(context));
            if this.looked.elapsed() < this.admission.context.settings.bodies.look_again {
                return Poll::Ready(received);
            }
            (this.admission.clone().look().boxed(), received)
        };
        match look.poll_unpin(context) {
            Poll::Pending => {
                this.held = Some((look, received));
                Poll::Pending
            }
            Poll::Ready(None) => {
                this.looked = Instant::now();
                Poll::Ready(received)
            }
            Poll::Ready(Some(_)) => {
                let refused = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
                Poll::Ready(Some(Err(axum::Error::new(refused))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.held.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests;
