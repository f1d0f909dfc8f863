//! Which orders are listed, and in what order.

use chrono::{DateTime, Utc};
use domain::ids::UserId;
use domain::order::attention::Attention;
use domain::order::get_method::GetMethod;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use domain::statistics::Dimension;

use crate::db::order_figures::FigureSource;

/// Which orders a list shows; `None` filters nothing. Parts are taken literally and without regard to case.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only orders of this applicant.
    pub owner: Option<UserId>,
    /// Only these states; empty: all but tombstones, which figures count too.
    pub states: Vec<OrderState>,
    /// Only these kinds; empty: all.
    pub kinds: Vec<OrderKind>,
    /// Part of the order number.
    pub number: Option<String>,
    /// Part of the applying unit.
    pub unit: Option<String>,
    /// Part of the applicant's name.
    pub applicant: Option<String>,
    /// Part of the ordering account.
    pub login: Option<String>,
    /// Created at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Created before this time.
    pub to: Option<DateTime<Utc>>,
    /// Only those whose preparation was cancelled, or only those for which that does not hold.
    pub cancelled: Option<bool>,
    /// Only those that somebody has to look at for this. The database looks for them: they are few, and it is not the
    /// order's row alone that says so.
    pub attention: Option<Attention>,
    /// Only those that a figure of the order statistics counts. The database looks for them, as it counts them.
    pub counted: Option<CountedOrders>,
    /// Order of the list.
    pub sort: Sort,
    /// Oldest, or least urgent, first.
    pub ascending: bool,
}

/// Just the orders that one figure of the order statistics counts: submitted once and with a get method, whatever became
/// of them (docs/figures.md).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedOrders {
    /// What the figure is counted from for whoever looks.
    pub source: FigureSource,
    /// Dimension of the figure.
    pub by: Dimension,
    /// Exactly this unit, usage, kind, satellite, node or province, as the figure has it; of the total, nothing.
    pub value: String,
    /// Only those that are handed out so.
    pub method: Option<GetMethod>,
}

/// What a list is sorted by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// When the order was made.
    #[default]
    Created,
    /// The priority; of equal ones, when the order was made.
    Priority,
}
