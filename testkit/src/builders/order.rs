//! Orders in any state, each led there the way that people and workers lead it.

use chrono::{DateTime, Utc};
use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId, UserId};
use domain::order::application::{ApplicationForm, Intent};
use domain::order::feedback::{Feedback, Rating};
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::quota::Quotas;
use domain::role::Role;
use sqlx::PgPool;
use storage::db::handles::connection;
use storage::db::orders;
use storage::lifecycle::application::{self, Application};
use storage::lifecycle::feedback;

use super::{Changes, acting, form, papers, server_key, worker};

/// An order that is being made.
#[derive(Clone)]
#[must_use]
pub struct OrderBuilder<'a> {
    owner: UserId,
    form: ApplicationForm,
    scenes: &'a [String],
    papers: Option<Vec<(AttachmentKind, AttachmentId)>>,
    state: OrderState,
    admin: Option<UserId>,
}

/// An order of the scenes with these `dataid`s, which waits for review.
pub fn order(owner: UserId, scenes: &[String]) -> OrderBuilder<'_> {
    OrderBuilder {
        owner,
        form: form(),
        scenes,
        papers: None,
        state: OrderState::PendingReview,
        admin: None,
    }
}

impl OrderBuilder<'_> {
    /// Replaces the form.
    pub fn form(mut self, form: ApplicationForm) -> Self {
        self.form = form;
        self
    }

    /// With these papers, not with four of its own.
    pub fn papers(mut self, papers: Vec<(AttachmentKind, AttachmentId)>) -> Self {
        self.papers = Some(papers);
        self
    }

    /// In this state, to which `admin` leads it. From [`OrderState::PendingPackaging`] on a worker is played, who does
    /// whatever else waits, too.
    pub const fn in_state(mut self, state: OrderState, admin: UserId) -> Self {
        self.state = state;
        self.admin = Some(admin);
        self
    }

    /// Makes the order.
    pub async fn create(self, pool: &PgPool, now: DateTime<Utc>) -> OrderId {
        let papers = match &self.papers {
            Some(papers) => papers.clone(),
            None => papers(pool, self.owner, now).await,
        };
        let intent = match self.state {
            OrderState::PendingSubmission => Intent::Save,
            _ => Intent::Submit,
        };
        let application = Application {
            kind: OrderKind::ExistingProduct,
            data_type: "0",
            form: self.form.clone(),
            scenes: self.scenes,
            papers: &papers,
            intent,
            catalogue_only: None,
        };
        let (by, quotas) = (acting(self.owner, Role::Applicant), Quotas::default());
        let key = server_key();
        let store = (pool, &key);
        let made = application::create(store, application, self.owner, by, &quotas, None, now);
        let order = made.await.unwrap().id;
        self.lead(pool, order, now).await;
        let mut db = connection(pool).await.unwrap();
        let row = orders::find(&mut db, order).await.unwrap().unwrap();
        assert_eq!(row.state, self.state);
        order
    }

    async fn lead(&self, pool: &PgPool, order: OrderId, now: DateTime<Utc>) {
        use OrderState as S;
        if matches!(self.state, S::PendingSubmission | S::PendingReview) {
            return;
        }
        let by = acting(
            self.admin.expect("an administrator, for this state"),
            Role::Admin,
        );
        let admin = Changes { pool, by, now };
        match self.state {
            S::Rejected => drop(admin.reject(order).await.unwrap()),
            S::Deleted => {
                admin.reject(order).await.unwrap();
                admin.delete(order).await;
            }
            _ => drop(admin.approve(order).await.unwrap()),
        }
        match self.state {
            S::PendingPackaging => drop(worker::do_waiting(pool, now).await),
            S::Prepared | S::Overdue | S::Completed | S::FeedbackGiven => {
                worker::do_everything(pool, now).await;
            }
            _ => {}
        }
        match self.state {
            S::Overdue => drop(admin.mark_overdue(order).await.unwrap()),
            S::Completed | S::FeedbackGiven => drop(admin.complete(order).await.unwrap()),
            _ => {}
        }
        if self.state == S::FeedbackGiven {
            let (by, praise) = (acting(self.owner, Role::Applicant), praise());
            let given = feedback::give_feedback(pool, order, &praise, None, by, now);
            given.await.unwrap();
        }
    }
}

fn praise() -> Feedback {
    Feedback {
        overall: Rating::VerySatisfied,
        response_speed: None,
        service_attitude: None,
        content: "很好".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builders::{add_scenes, morning, person, scene};
    use crate::postgres::TestDatabase;

    #[tokio::test]
    async fn an_order_can_be_in_every_state() {
        let pool = TestDatabase::new().await.pool;
        add_scenes(&pool, &[scene("s0"), scene("s1")]).await;
        let owner = person("zhangsan").create(&pool, morning()).await;
        let admin = person("admin").role(Role::Admin);
        let admin = admin.create(&pool, morning()).await;
        let scenes = ["s0".to_owned(), "s1".to_owned()];
        for state in OrderState::ALL {
            let order = order(owner, &scenes).in_state(state, admin);
            order.create(&pool, morning()).await;
        }
    }
}
