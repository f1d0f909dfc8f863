//! What is new in a STAC API.

use chrono::{DateTime, Utc};
use domain::receive::{StacWalk, updated_since};
use serde::{Deserialize, Serialize};
use storage::lifecycle::receives::{BatchNotes, RunResult};

use super::{Broken, Run};
use crate::archive::ArchiveError;
use crate::fault::Fault;
use crate::receive::{Page, PageItem, PageRequest, StacApi};

/// A walk as it is stored between pages: what comes next, and what it has seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct StoredWalk {
    next: PageRequest,
    walk: StacWalk,
}

impl Run<'_> {
    pub(super) async fn receive_pages(mut self) -> Result<RunResult, Broken> {
        let token = self.token()?;
        let api = StacApi {
            definition: &self.order.definition,
            config: &self.crew.settings.archive,
            token: token.as_deref(),
        };
        let peer = self.peer(token.as_deref()).await?;
        let since = updated_since(self.order.updated_until);
        let (mut page, mut walk) = self.open(api, since).await?;
        loop {
            let items = self.fresh(page.items, since);
            let updates: Vec<_> = items.iter().map(|item| item.updated).collect();
            let verified = if let Some(peer) = &peer {
                self.copy_items(peer, items).await?
            } else {
                let received = items.into_iter().map(|item| item.received).collect();
                self.verify_items(received, None).await
            };
            for (updated, item) in updates.into_iter().zip(&verified) {
                walk.note(updated, item.is_left(&self));
            }
            let stored = page.next.map(|next| StoredWalk { next, walk });
            self.commit(verified, self.notes(stored.as_ref())?).await?;
            let Some(stored) = stored else {
                if let Some(peer) = &peer {
                    self.follow_withdrawals(peer).await?;
                }
                return Ok(self.through(&walk));
            };
            if self.is_enough() {
                return Ok(RunResult {
                    known: self.known,
                    more: true,
                    mark: None,
                });
            }
            page = api.page(&stored.next).await?;
        }
    }

    /// The page at which the last walk stopped, or the first one. An API that does not know the former any more is walked from the beginning:
    /// what comes twice is the same scene.
    async fn open(
        &self,
        api: StacApi<'_>,
        since: Option<DateTime<Utc>>,
    ) -> Result<(Page, StacWalk), Broken> {
        let stored = self.order.walk.clone().map(serde_json::from_value);
        if let Some(Ok(StoredWalk { next, walk })) = stored {
            match api.page(&next).await {
                Ok(page) => return Ok((page, walk)),
                Err(ArchiveError::Transient(why)) => {
                    return Err(ArchiveError::Transient(why).into());
                }
                Err(error) => {
                    tracing::info!(%error, job = ?self.job, "the page that a walk stopped at is gone");
                }
            }
        }
        let first = api.first(since).await?;
        let page = api.page(&first).await?;
        Ok((page, StacWalk::begin(self.crew.clock.now())))
    }

    /// Without what an API that cannot filter says again.
    fn fresh(&mut self, items: Vec<PageItem>, since: Option<DateTime<Utc>>) -> Vec<PageItem> {
        let is_fresh = |item: &PageItem| match (item.updated, since) {
            (Some(updated), Some(since)) => updated >= since,
            _ => true,
        };
        let (fresh, known): (Vec<_>, Vec<_>) = items.into_iter().partition(is_fresh);
        self.known += i64::try_from(known.len()).unwrap_or(i64::MAX);
        fresh
    }

    fn notes(&self, stored: Option<&StoredWalk>) -> Result<BatchNotes, Fault> {
        let walk = stored.filter(|_| !self.is_dry()).map(serde_json::to_value);
        Ok(BatchNotes {
            walk: walk
                .transpose()
                .map_err(|error| Fault::Bug(error.to_string().into()))?,
            ..BatchNotes::default()
        })
    }

    fn through(&self, walk: &StacWalk) -> RunResult {
        RunResult {
            known: self.known,
            more: false,
            mark: Some(walk.mark(self.order.updated_until)),
        }
    }
}
