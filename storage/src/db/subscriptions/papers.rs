//! The papers of subscriptions that are read.

use sqlx::PgConnection;

use super::Subscription;
use crate::StorageError;
use crate::db::attachments;

impl Subscription {
    /// Notes the papers of each subscription, in the row and in what its owner says of it.
    pub(super) async fn note_papers(
        db: &mut PgConnection,
        subscriptions: &mut [Self],
    ) -> Result<(), StorageError> {
        let ids: Vec<_> = subscriptions.iter().map(|one| one.id.0).collect();
        let papers = attachments::of_subscriptions(db, &ids).await?;
        for one in subscriptions {
            let own = papers
                .iter()
                .filter(|paper| paper.subscription == Some(one.id));
            one.papers = own.cloned().collect();
            let slots = one.papers.iter().map(|paper| (paper.kind, paper.id));
            one.form.papers = Some(slots.collect());
        }
        Ok(())
    }
}
