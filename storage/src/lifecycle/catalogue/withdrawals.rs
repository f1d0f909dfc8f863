//! Scenes that administrators take out of the catalogue: those of nodes that they could give, as for every change of the catalogue.

use std::collections::BTreeMap;

use super::{CatalogueDesk, CatalogueError, Locked};
use crate::db::scene_withdrawals::{self, WithdrawalEffect};
use crate::db::subscriptions::WithdrawnScenes;
use crate::lifecycle::withdrawals::withdraw_by;

impl CatalogueDesk<'_> {
    /// What the withdrawal of these scenes would touch. Nothing is written.
    pub async fn preview_withdrawal(
        self,
        dataids: &[String],
    ) -> Result<WithdrawalEffect, CatalogueError> {
        let mut found = self.look().await?;
        let theirs = found.scenes_to_withdraw(dataids).await?;
        Ok(scene_withdrawals::effect(&mut found.tx, &theirs).await?)
    }

    /// Takes these scenes out of the catalogue, except those that orders have; others than theirs stay, too. Targets of
    /// subscriptions that have a file of them are told.
    pub async fn withdraw_scenes(
        self,
        dataids: &[String],
        reason: &str,
    ) -> Result<WithdrawnScenes, CatalogueError> {
        let mut found = self.look().await?;
        self.by.lock_actor(&mut found.tx).await?;
        let theirs = found.scenes_to_withdraw(dataids).await?;
        let by = (self.by, self.now);
        let done = withdraw_by(&mut found.tx, by, &theirs, reason).await?;
        found.tx.commit().await?;
        Ok(done)
    }
}

impl Locked<'_> {
    /// Of these scenes those that are in the catalogue, in nodes that are who acts' to change.
    async fn scenes_to_withdraw(
        &mut self,
        dataids: &[String],
    ) -> Result<Vec<String>, CatalogueError> {
        let nodes = scene_withdrawals::nodes_of(&mut self.tx, dataids).await?;
        let mut by_node: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (dataid, node) in nodes {
            by_node.entry(node).or_default().push(dataid);
        }
        by_node.retain(|node, _| self.check_node(*node).is_ok());
        Ok(by_node.into_values().flatten().collect())
    }
}
