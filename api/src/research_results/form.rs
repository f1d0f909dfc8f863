//! What is typed about a result.

use chrono::{DateTime, Utc};
use domain::calendar::china_day;
use domain::ids::OrderId;
use domain::research_result::{MAX_ORDERS, ResultForm, TypedResult};
use serde::Deserialize;
use texts::FieldText;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::orders::codes;
use crate::problem::{FieldError, Problem};

/// A result as its owner reports it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(as = ResearchResultForm)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FormBody {
    #[schema(required, value_type = codes::ResultKind)]
    kind: String,
    /// Title, at most 300 characters.
    #[schema(required)]
    title: String,
    #[schema(required)]
    authors: String,
    /// When it came out, `yyyy-MM`.
    #[schema(required)]
    month: String,
    /// Journal, publisher or office.
    venue: String,
    /// `10.xxxx/…`, plain or as an address.
    doi: String,
    /// `http://` or `https://`.
    link: String,
    /// At most 2,000 characters.
    note: String,
    /// Orders of one's own of which data were handed out, 1 to 100.
    #[schema(required)]
    order_ids: Vec<Uuid>,
}

impl FormBody {
    pub(super) fn checked(
        &self,
        now: DateTime<Utc>,
    ) -> Result<(ResultForm, Vec<OrderId>), Problem> {
        let typed = TypedResult {
            kind: &self.kind,
            title: &self.title,
            authors: &self.authors,
            month: &self.month,
            venue: &self.venue,
            doi: &self.doi,
            link: &self.link,
            note: &self.note,
        };
        let form = typed.checked(china_day(now));
        let mut orders: Vec<_> = self.order_ids.iter().copied().map(OrderId).collect();
        orders.sort_unstable();
        orders.dedup();
        let fits = (1..=MAX_ORDERS).contains(&orders.len());
        match form {
            Ok(form) if fits => Ok((form, orders)),
            found => {
                let faults = found.err().unwrap_or_default().into_iter();
                let mut faults: Vec<_> = faults
                    .map(|(field, text)| FieldError::new(field, text))
                    .collect();
                if !fits {
                    faults.push(FieldError::new("orderIds", FieldText::ResultOrderWrong));
                }
                Err(Problem::invalid(faults))
            }
        }
    }
}
