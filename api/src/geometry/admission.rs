//! Who asks for a slot of the [`GeometryPool`].

use super::pool::{AnswerSlot, GeometryPermit, GeometryPool, Requester};
use crate::caller::{Caller, Client};
use crate::problem::Problem;

impl GeometryPool {
    /// Waits for a slot of the person, or of the guest's network. 503 `geometry_busy` as [`GeometryPool::enter`] has it.
    pub async fn admit(
        &self,
        caller: Option<&Caller>,
        client: &Client,
    ) -> Result<GeometryPermit, Problem> {
        self.enter(requester(caller, client)).await
    }

    /// A place for a long answer to the person, or to the guest's network, as [`GeometryPool::begin_answer`] has it.
    pub fn answer(&self, caller: Option<&Caller>, client: &Client) -> Result<AnswerSlot, Problem> {
        self.begin_answer(requester(caller, client))
    }
}

fn requester(caller: Option<&Caller>, client: &Client) -> Requester {
    match caller {
        Some(caller) => Requester::Person(caller.id),
        None => Requester::Guest(client.network),
    }
}
