//! Which entries of the registry are asked for.

use domain::list_order::RegistryOrder;
use domain::order::get_method::GetMethod;
use domain::statistics::Period;
use serde::Deserialize;
use storage::db::registry::{FetchState, PromiseState, RegistryFilter};
use utoipa::{IntoParams, ToSchema};

use crate::exact_filter::exact;
use crate::orders::codes;

/// How far a delivery was fetched.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = FetchState)]
#[serde(rename_all = "lowercase")]
enum FetchStateName {
    /// A file of it to its end, or it was completed as an offline copy.
    Fetched,
    /// Something of it, but no file to its end.
    Begun,
    /// Nothing was fetched, not even part of a file.
    Untouched,
}

impl FetchStateName {
    const fn state(self) -> FetchState {
        match self {
            Self::Fetched => FetchState::Fetched,
            Self::Begun => FetchState::Begun,
            Self::Untouched => FetchState::Untouched,
        }
    }
}

/// Whether data were ready within what was promised.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = PromiseState)]
#[serde(rename_all = "lowercase")]
enum PromiseName {
    /// In time or later: something was promised.
    Any,
    /// Ready within the promised time.
    Kept,
    /// Later.
    Late,
}

impl PromiseName {
    const fn state(self) -> PromiseState {
        match self {
            Self::Any => PromiseState::Any,
            Self::Kept => PromiseState::Kept,
            Self::Late => PromiseState::Late,
        }
    }
}

/// What an entry, or a scene of it, may have none of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = EmptyRegistryField)]
#[serde(rename_all = "lowercase")]
enum EmptyField {
    /// The applying unit is not filled in.
    Unit,
    /// The usage is not filled in.
    Usage,
    /// A scene of it states no satellite.
    Satellite,
    /// A scene of it lies in no province.
    Region,
}

/// What asks for scenes that lie in no province, too. No province has such a code.
const NO_REGION: &str = "none";

/// Which entries to list. Empty texts ask for nothing.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct RegistryQuery {
    /// The applying unit, whole.
    unit: Option<String>,
    /// The usage, whole.
    usage: Option<String>,
    /// Code of a satellite of which it has scenes.
    satellite: Option<String>,
    /// Code of a province in which a scene of it lies now; `none`: one lies in none.
    region: Option<String>,
    /// Only deliveries that have none of this, whatever the filter of that name says.
    #[param(inline)]
    without: Option<EmptyField>,
    /// How the data were handed out.
    #[param(value_type = Option<codes::GetMethod>)]
    get_method: Option<GetMethod>,
    /// How far it was fetched.
    #[param(inline)]
    fetched: Option<FetchStateName>,
    /// Only deliveries of which a file was fetched to its end again after it had been (`true`), or of which none was.
    repeated: Option<bool>,
    /// `true`: only first deliveries of orders, none of reopened ones.
    first: Option<bool>,
    /// Only first deliveries of which something was promised when their order was approved, and whether that was kept.
    #[param(inline)]
    promise: Option<PromiseName>,
    /// Only first deliveries of orders that are rated (`true`), or that are not.
    rated: Option<bool>,
    /// Only first deliveries of orders rated 非常满意 or 满意 (`true`), or rated otherwise.
    satisfied: Option<bool>,
    /// Part of the sign-in name, the account's name or the applicant's.
    person: Option<String>,
    /// Part of the order number.
    ordername: Option<String>,
    /// Part of any of these, of the project or of the description; or the public id of a scene that was provided, whole.
    q: Option<String>,
    /// What comes first. Default `-opened`.
    #[param(value_type = Option<codes::RegistryOrder>, inline)]
    sort: RegistryOrder,
    /// `next` of the page before.
    before: Option<i64>,
}

impl RegistryQuery {
    /// For the deliveries that were opened on these days.
    pub(super) fn filter(self, period: Period) -> RegistryFilter {
        let without = self.without;
        let is_without = |field| without == Some(field);
        RegistryFilter {
            period,
            unit: exact(self.unit, is_without(EmptyField::Unit)),
            usage: exact(self.usage, is_without(EmptyField::Usage)),
            satellite: exact(self.satellite, is_without(EmptyField::Satellite)),
            region: exact(self.region, is_without(EmptyField::Region)).map(in_region),
            get_method: self.get_method,
            fetched: self.fetched.map(FetchStateName::state),
            is_first: self.first.unwrap_or_default(),
            is_repeated: self.repeated,
            promise: self.promise.map(PromiseName::state),
            is_rated: self.rated,
            is_satisfied: self.satisfied,
            person: filled(self.person),
            ordername: filled(self.ordername),
            part: filled(self.q),
            before: self.before,
            order: self.sort,
        }
    }
}

/// Region as the figures name it.
fn in_region(code: String) -> String {
    if code == NO_REGION {
        String::new()
    } else {
        code
    }
}

fn filled(text: Option<String>) -> Option<String> {
    let text = text?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
