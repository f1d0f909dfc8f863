//! The record of an item search: of signed-in people, client systems left out, and of the first page only, as with the portal's own search.

use domain::behaviour::Behaviour;
use domain::ids::UserId;

use super::item_page::ItemPage;
use super::request::ItemSearch;
use crate::caller::{Caller, Client};
use crate::context::Context;
use crate::scenes::search_record::{Interest, SearchRecord, written};

/// What is known of a search before it is answered.
pub struct Record {
    user: Option<UserId>,
    client: Client,
    interest: Interest,
}

impl Record {
    /// Of guests, and of further pages, there is none.
    pub fn of_search(search: &ItemSearch, caller: Option<&Caller>, client: Client) -> Self {
        Self {
            user: caller
                .and_then(Caller::person)
                .filter(|_| search.begins)
                .map(|caller| caller.id),
            client,
            interest: search.interest.clone(),
        }
    }

    /// Writes it down, with how many items were found.
    pub fn write(self, context: &Context, kind: Behaviour, address: String, page: &ItemPage) {
        let Some(user) = self.user else {
            return;
        };
        let searched = SearchRecord {
            kind,
            user,
            client: self.client,
            address,
            found: page.matched,
            interest: self.interest,
        };
        written(context, searched);
    }
}
