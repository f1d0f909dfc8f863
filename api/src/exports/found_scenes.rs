//! The scenes that a search finds, for an export of all of them.

use storage::db::scenes;

use crate::caller::{Caller, Client};
use crate::catalogue_scope;
use crate::context::Context;
use crate::problem::Problem;
use crate::scenes::bounded_search::BoundedSearch;
use crate::scenes::request::Search;
use crate::scenes::search::read_sort;
use crate::scenes::search_area::read_area;

/// Numbers of the first `most` that are found, in the search's order, and how many there are.
pub(super) async fn found_scenes(
    context: &Context,
    (caller, client): (&Caller, &Client),
    search: Search,
    most: usize,
) -> Result<(Vec<i64>, usize), Problem> {
    let permit = context.geometry.admit(Some(caller), client).await?;
    let finding = async {
        let sort = read_sort(search.sort())?;
        let area = read_area(&search, context, Some(&permit)).await?;
        let mut transaction = context.begin_search().await?;
        let viewer = catalogue_scope::viewer(Some(caller));
        let search = BoundedSearch::new(search, area, viewer)?.within(permit.budget());
        let filter = search.filter(context, &mut transaction).await?;
        let found = scenes::dids(&context.scenes, &mut transaction, &filter, sort, most).await?;
        transaction.commit().await?;
        Ok(found)
    };
    permit.within(finding).await
}
