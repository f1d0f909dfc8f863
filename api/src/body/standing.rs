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
enum Fallen {
    /// The session or the token is over.
    SignedOut,
    /// The account was changed: what it may is not what was read.
    Changed,
    /// Nobody could tell.
    Unknown,
}

impl From<Fallen> for Problem {
    fn from(fallen: Fallen) -> Self {
        match fallen {
            Fallen::SignedOut => Self::not_signed_in(),
            Fallen::Changed => Self::conflict(ProblemText::AccountChangedMeanwhile),
            Fallen::Unknown => Self::unavailable(),
        }
    }
}

/// A caller who was let in, and whether that still holds.
#[derive(Clone)]
pub(crate) struct Standing {
    context: Context,
    token: SessionToken,
    user: UserId,
    epoch: SignInEpoch,
    fallen: Arc<OnceLock<Fallen>>,
}

impl Standing {
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
            fallen: Arc::default(),
        })
    }

    /// The body, which ends in an error where the caller falls while it arrives.
    pub(crate) fn watch(&self, body: Body) -> Body {
        if body.is_end_stream() {
            return body;
        }
        Body::new(WatchedBody {
            body,
            standing: self.clone(),
            looked: Instant::now(),
            held: None,
        })
    }

    /// Why the caller is let in no longer, if it was seen.
    pub(crate) fn problem(&self) -> Option<Problem> {
        self.fallen.get().copied().map(Problem::from)
    }

    /// What is answered then, in place of anything else.
    pub(crate) fn refusal(&self) -> Option<Response> {
        self.problem().map(closing)
    }

    async fn look(self) -> Option<Fallen> {
        let fallen = self.find_fallen().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "whether the caller is still let in cannot be read");
            Some(Fallen::Unknown)
        })?;
        Some(*self.fallen.get_or_init(|| fallen))
    }

    async fn find_fallen(&self) -> Result<Option<Fallen>, StorageError> {
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
            return Ok(Some(Fallen::SignedOut));
        }
        let unchanged = users::is_signed_in(&mut db, self.user, self.epoch).await?;
        Ok((!unchanged).then_some(Fallen::Changed))
    }
}

/// What was received, until the caller has been looked at.
type Received = Option<Result<Frame<Bytes>, axum::Error>>;

struct WatchedBody {
    body: Body,
    standing: Standing,
    looked: Instant,
    held: Option<(BoxFuture<'static, Option<Fallen>>, Received)>,
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
            if this.looked.elapsed() < this.standing.context.settings.bodies.look_again {
                return Poll::Ready(received);
            }
            (this.standing.clone().look().boxed(), received)
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
