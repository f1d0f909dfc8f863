//! What a decision about a subscription is about.

use domain::subscription::SendWindow;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::{Subscription, SubscriptionForm};

impl Subscription {
    /// Names what its owner says of it, its papers, its state and the last decision: whoever decides gives back the one that they
    /// have read. What was changed and changed back has the version that it had.
    #[must_use]
    pub fn version(&self) -> String {
        let SubscriptionForm {
            name,
            purpose,
            target,
            criteria,
            query,
            frequency,
            delay,
            valid_until,
            daily_bytes,
            window,
            digest,
            papers,
        } = &self.form;
        let papers: Vec<_> = papers.iter().flatten().map(|(_, id)| id.0).collect();
        let form = json!([
            name,
            purpose,
            target.0,
            criteria,
            query,
            frequency,
            delay.hours(),
            valid_until,
            daily_bytes,
            window.map(SendWindow::hours),
            digest,
            papers,
        ]);
        let whole = json!([form, self.state, self.decided]);
        hex::encode(Sha256::digest(whole.to_string()))
    }
}
