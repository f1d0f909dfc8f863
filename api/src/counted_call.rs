//! Calls of client systems: counted before they are answered, against the quota of the day and for figures by service.

use axum::http::StatusCode;
use chrono::{DateTime, NaiveDate, Utc};
use domain::calendar::china_day;
use domain::client_system::{QuotaSpent, seconds_left};
use domain::ids::UserId;
use domain::open_service::{OpenService, ServiceRefusal};
use domain::size::ByteCount;
use storage::db::client_systems::{self, FoundToken};
use storage::db::open_services;
use storage::{PgConnection, StorageError};
use texts::ProblemText;

use crate::context::Context;
use crate::problem::Problem;

/// A call that stands in the figures of open services.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedCall {
    system: UserId,
    service: OpenService,
    /// Day in China.
    day: NaiveDate,
}

impl CountedCall {
    /// Counts one more with this token, or says that the day's calls are spent.
    pub(crate) async fn count(
        db: &mut PgConnection,
        token: &FoundToken,
        service: OpenService,
        now: DateTime<Utc>,
    ) -> Result<Self, Problem> {
        let call = (token.quota, service);
        let counted = client_systems::count_call(db, token.user, call, now).await?;
        counted.map_err(|spent| quota_spent(spent, now))?;
        Ok(Self {
            system: token.user,
            service,
            day: china_day(now),
        })
    }

    /// Counts it as refused, if the status and the code of its answer say so. The answer is the same where that fails.
    pub(crate) async fn note_if_refused(self, context: &Context, status: StatusCode, code: &str) {
        let Some(refusal) = ServiceRefusal::of_answer(status.as_u16(), code) else {
            return;
        };
        if let Err(error) = self.note(context, refusal).await {
            tracing::warn!(%error, ?refusal, "a refused call of a client system is counted as answered");
        }
    }

    async fn note(self, context: &Context, refusal: ServiceRefusal) -> Result<(), StorageError> {
        let mut db = context.connection().await?;
        let call = (self.system, self.service, self.day);
        open_services::note_refusal(&mut db, call, refusal).await
    }
}

/// 429 until the day is over.
pub(crate) fn quota_spent(spent: QuotaSpent, now: DateTime<Utc>) -> Problem {
    let text = match spent {
        QuotaSpent::Calls(most) => ProblemText::DailyCallsSpent { most: most.into() },
        QuotaSpent::Bytes(most) => ProblemText::DailyBytesSpent {
            most: ByteCount(most).with_unit(),
        },
    };
    Problem::new(StatusCode::TOO_MANY_REQUESTS, text).retry_after(seconds_left(now))
}
