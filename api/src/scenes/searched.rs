//! The record of a search, written beside it: it neither delays nor fails a search.

use domain::behaviour::Behaviour;
use domain::ids::UserId;
use storage::StorageError;
use storage::db::behaviours::{self, Entry};
use tokio::sync::Semaphore;

use crate::caller::Client;
use crate::context::Context;

/// Records on their way at a time; when the database is slow, further ones are dropped rather than piled up.
static WRITING: Semaphore = Semaphore::const_new(32);

/// A search that was answered.
pub(super) struct Searched {
    pub(super) user: UserId,
    pub(super) client: Client,
    /// What was searched for.
    pub(super) asked: String,
    /// How many scenes were found.
    pub(super) found: i64,
}

/// Writes it down, sooner or later.
pub(super) fn written(context: &Context, searched: Searched) {
    let Ok(permit) = WRITING.try_acquire() else {
        tracing::warn!("the record of a search was dropped");
        return;
    };
    let context = context.clone();
    tokio::spawn(async move {
        if let Err(error) = write(&context, &searched).await {
            tracing::warn!(%error, "the record of a search was not written");
        }
        drop(permit);
    });
}

async fn write(context: &Context, searched: &Searched) -> Result<(), StorageError> {
    let entry = Entry {
        kind: Behaviour::Search,
        at: context.now(),
        user: Some(searched.user),
        client_ip: &searched.client.ip,
        agent: &searched.client.agent,
        detail_url: &format!("/api/scenes/search?{}", searched.asked),
        ordername: None,
        data_num: Some(searched.found),
        data_size: None,
    };
    let mut db = context.connection().await?;
    behaviours::record(&mut db, &entry).await
}
