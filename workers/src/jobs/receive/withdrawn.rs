//! What another installation took out of its catalogue, taken out here as well.

use std::collections::BTreeMap;

use domain::ids::ReceiveTaskId;
use storage::db::scene_withdrawals;
use storage::lifecycle::followed_withdrawals::{self, FollowedWithdrawals};
use url::Url;

use super::peer::OpenPeer;
use super::{Broken, Run};
use crate::fault::Fault;
use crate::jobs::outcome::{published, storage_fault};
use crate::receive::WithdrawnPage;

impl Run<'_> {
    /// Follows the list of the other side from where the last run of this task stopped. A dry run changes nothing, and an older version
    /// over there keeps no list.
    pub(super) async fn follow_withdrawals(&self, peer: &OpenPeer<'_>) -> Result<(), Broken> {
        let Some(task) = self.order.task.filter(|_| !self.is_dry()) else {
            return Ok(());
        };
        let mut until = self.order.followed_until;
        while let Some(page) = peer.session().withdrawn(until).await? {
            if page.until <= until {
                break;
            }
            let followed = self.followed(peer, task, &page).await?;
            let written = followed_withdrawals::follow(
                &self.crew.pool,
                (self.job, task),
                &followed,
                self.crew.clock.now(),
            );
            let written = written.await.map_err(|error| storage_fault(&error));
            written.and_then(published)?;
            if !page.more {
                break;
            }
            until = page.until;
        }
        Ok(())
    }

    /// Of a part of the list what is here because of this task.
    async fn followed(
        &self,
        peer: &OpenPeer<'_>,
        task: ReceiveTaskId,
        page: &WithdrawnPage,
    ) -> Result<FollowedWithdrawals, Broken> {
        let digests = page.items.iter();
        let digests: Vec<Vec<u8>> = digests
            .filter_map(|one| hex::decode(&one.digest).ok())
            .collect();
        let mut followed = FollowedWithdrawals {
            until: page.until,
            ..FollowedWithdrawals::default()
        };
        if digests.is_empty() {
            return Ok(followed);
        }
        let folder = Url::from_directory_path(peer.folder())
            .map_err(|()| Fault::Bug("no folder of received files".into()))?;
        let brought = async {
            let mut db = self.crew.pool.acquire().await?;
            scene_withdrawals::brought(&mut db, (task, folder.as_str()), &digests).await
        };
        let brought = brought.await.map_err(|error| storage_fault(&error))?;
        if brought.is_empty() {
            return Ok(followed);
        }
        let mut by_reason: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for one in peer.session().reasons(&brought).await?.items {
            // What was not asked about is not taken out, whatever the other side answers.
            if brought.contains(&one.data_id) {
                by_reason.entry(one.reason).or_default().push(one.data_id);
            }
        }
        followed.scenes = by_reason.into_iter().collect();
        Ok(followed)
    }
}
