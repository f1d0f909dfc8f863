//! Who asks for a slot of the [`GeometryPool`].

use super::pool::{GeometryPermit, GeometryPool, Requester};
use crate::caller::{Caller, Client};
use crate::problem::Problem;

impl GeometryPool {
    /// Waits for a slot of the person, or of the guest's network. 503 `geometry_busy` as [`GeometryPool::enter`] has it.
    pub async fn admit(
        &self,
        caller: Option<&Caller>,
        client: &Client,
    ) -> Result<GeometryPermit, Problem> {
        let requester = match caller {
            Some(caller) => Requester::Person(caller.id),
            None => Requester::Guest(client.network),
        };
        self.enter(requester).await
    }
}
