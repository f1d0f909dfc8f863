//! What was asked together with the permit to compare shapes, where it has some.

use serde_json::Value;

use super::request::{ItemSearch, SearchBody};
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::geometry::pool::GeometryPermit;
use crate::problem::Problem;

/// A request that was understood and may be answered.
pub struct Admitted {
    /// The validated search.
    pub search: ItemSearch,
    /// Permit for geometry, taken if the search names an area.
    pub permit: Option<GeometryPermit>,
}

/// Understands a request; one that may hold shapes of many corners only when there is a permit for it.
pub async fn admit(
    context: &Context,
    caller: Option<&Caller>,
    client: &Client,
    request: SearchBody,
    raw: Value,
) -> Result<Admitted, Problem> {
    if !request.may_hold_shapes() {
        return without_shapes(request, &raw);
    }
    let permit = context.geometry.admit(caller, client).await?;
    let understood = permit.run(move |_| request.understand(&raw));
    Ok(Admitted {
        search: understood.await??,
        permit: Some(permit),
    })
}

/// Understands a request that names what it wants.
pub fn without_shapes(request: SearchBody, raw: &Value) -> Result<Admitted, Problem> {
    Ok(Admitted {
        search: request.understand(raw)?,
        permit: None,
    })
}
