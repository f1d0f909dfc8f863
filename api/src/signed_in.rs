//! Long answers end when the person who asked for them is cut off.
//!
//! A request is admitted once. What it is answered with may take hours; meanwhile the account may be switched off or get
//! a new password, and then nothing that it opened goes on. The end of a single session (its time is over, or the person
//! signed out) breaks no download.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use domain::ids::{SignInEpoch, UserId};
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _};
use storage::StorageError;
use storage::db::users;
use tokio::time::Instant;

use crate::caller::Caller;
use crate::context::Context;

/// How often a running answer asks whether it may go on.
pub(crate) const ASK_EVERY: Duration = Duration::from_secs(1);

/// Who opened something, and under which epoch.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opener(UserId, SignInEpoch);

impl From<&Caller> for Opener {
    fn from(caller: &Caller) -> Self {
        Self(caller.id, caller.epoch)
    }
}

impl Opener {
    /// Whether what was opened is still open to this person.
    pub(crate) async fn is_signed_in(self, context: &Context) -> Result<bool, StorageError> {
        let mut db = context.connection().await?;
        users::is_signed_in(&mut db, self.0, self.1).await
    }
}

/// `bytes` until the caller is cut off. A database that is away for a moment breaks no answer.
pub(crate) fn while_signed_in<S>(
    context: &Context,
    caller: &Caller,
    bytes: S,
) -> BoxStream<'static, io::Result<Bytes>>
where
    S: Stream<Item = io::Result<Bytes>> + Send + 'static,
{
    let (context, opener) = (context.clone(), Opener::from(caller));
    stream_while_allowed(bytes, move || {
        let context = context.clone();
        async move { opener.is_signed_in(&context).await }
    })
    .boxed()
}

/// `bytes` for as long as `may` is not answered with no. It is asked once in [`ASK_EVERY`], before the next bytes.
pub(crate) fn stream_while_allowed<S, A, F>(
    bytes: S,
    may: A,
) -> impl Stream<Item = io::Result<Bytes>>
where
    S: Stream<Item = io::Result<Bytes>>,
    A: Fn() -> F,
    F: Future<Output = Result<bool, StorageError>>,
{
    let state = (Box::pin(bytes), may, Instant::now());
    futures::stream::try_unfold(state, |(mut bytes, may, mut checked)| async move {
        if checked.elapsed() >= ASK_EVERY {
            if matches!(may().await, Ok(false)) {
                return Err(io::Error::other("it is handed out no longer"));
            }
            checked = Instant::now();
        }
        match bytes.next().await {
            Some(piece) => Ok(Some((piece?, (bytes, may, checked)))),
            None => Ok(None),
        }
    })
}
