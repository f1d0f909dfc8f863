//! Searching: the one door. [`answer`] chooses the way: the index, the index and the database, or the database alone, which
//! decides what it can, and the area itself decides whether a footprint really meets it.

use std::sync::Arc;

use futures::TryStreamExt as _;
use sqlx::{PgConnection, QueryBuilder};

use super::super::{Listing, Page};
use super::card_shelf::{ReadTicket, Shelved};
use super::keeper::{Confirmed, SceneIndex};
use super::replica::Replica;
use super::{Bounds, CARD_COLUMNS, Card, FoundScenes, SceneFilter, Sort, Summary};
use crate::StorageError;
use crate::db::handles;

mod candidates;
mod half_indexed;
mod indexed;
mod narrow;
mod reading;

pub use candidates::{IndexCandidates, index_candidates};
use indexed::Finding;
pub(in crate::db) use narrow::push_possible;
use narrow::{narrow, push_box};
use reading::{ResultWindow, read_page, summarize, summarized};
pub(super) use reading::{meets, select_narrowed};

/// How often a page is looked for again because one of its scenes was written meanwhile.
const ATTEMPTS: u32 = 5;

/// One page of what the filter finds, exactly, with what all of it is when `with_summary`. It is as new as `connection` sees
/// the database at this moment.
pub async fn search(
    index: &SceneIndex,
    connection: &mut PgConnection,
    filter: &SceneFilter,
    sort: Sort,
    page: Page,
    with_summary: bool,
) -> Result<FoundScenes, StorageError> {
    let window = ResultWindow {
        sort,
        page,
        with_summary,
    };
    answer(index, None, connection, filter, window).await
}

/// A search of what is confirmed.
#[derive(Debug)]
pub enum BegunSearch {
    /// All cards of its page were shown lately: the database is not asked.
    Found(Box<FoundScenes>),
    /// The database has to be asked.
    ToRead(Box<PageToRead>),
}

/// A search whose page is still to be read from the database.
#[derive(Debug)]
pub struct PageToRead {
    confirmed: Confirmed,
    filter: SceneFilter,
    window: ResultWindow,
    first: FirstAttempt,
}

/// What was found before the database was asked.
#[derive(Debug)]
struct FirstAttempt {
    replica: Arc<Replica>,
    /// `None` where the index alone does not know.
    finding: Option<Finding>,
    ticket: Option<ReadTicket>,
}

impl Confirmed {
    /// The same, as new as what is confirmed.
    pub async fn search(
        &self,
        filter: SceneFilter,
        sort: Sort,
        page: Page,
        with_summary: bool,
    ) -> Result<BegunSearch, StorageError> {
        let window = ResultWindow {
            sort,
            page,
            with_summary,
        };
        let replica = Arc::clone(self.replica());
        let (mut finding, mut ticket) = (None, None);
        if let Some(order) = window.index_order(&filter) {
            let found = indexed::find(self.index(), &replica, &filter, order, window).await?;
            match replica.cards.page(replica.edition, &found.dids) {
                Shelved::Page(items) => {
                    return Ok(BegunSearch::Found(Box::new(found.with(items))));
                }
                Shelved::Unread(given) => (finding, ticket) = (Some(found), given),
            }
        }
        Ok(BegunSearch::ToRead(Box::new(PageToRead {
            confirmed: self.clone(),
            filter,
            window,
            first: FirstAttempt {
                replica,
                finding,
                ticket,
            },
        })))
    }
}

impl FirstAttempt {
    fn with(replica: Arc<Replica>) -> Self {
        Self {
            replica,
            finding: None,
            ticket: None,
        }
    }
}

impl PageToRead {
    /// On a connection of no transaction.
    pub async fn read(self, connection: &mut PgConnection) -> Result<FoundScenes, StorageError> {
        let Self {
            confirmed,
            filter,
            window,
            first,
        } = self;
        answer(confirmed.index(), Some(first), connection, &filter, window).await
    }
}

/// The index finds, and the database says what stands on the page. Where only the database knows the order or the
/// conditions, it is asked about what the index finds, if that is not too much; else, and in a transaction that sees what
/// others do not, the database alone.
async fn answer(
    index: &SceneIndex,
    mut first: Option<FirstAttempt>,
    db: &mut PgConnection,
    filter: &SceneFilter,
    window: ResultWindow,
) -> Result<FoundScenes, StorageError> {
    for _ in 0..ATTEMPTS {
        let attempt = match first.take() {
            Some(attempt) => attempt,
            None => match index.now(db).await? {
                Some(replica) => FirstAttempt::with(replica),
                None => break,
            },
        };
        let FirstAttempt {
            replica,
            finding,
            ticket,
        } = attempt;
        let Some(order) = window.index_order(filter) else {
            let mut limited = handles::begin_on(db).await?;
            limit_time(&mut limited).await?;
            let found = half_indexed::search(index, replica, &mut limited, filter, window).await?;
            handles::commit(limited).await?;
            match found {
                Some(found) => return Ok(found),
                None => break,
            }
        };
        let found = match finding {
            Some(found) => found,
            None => indexed::find(index, &replica, filter, order, window).await?,
        };
        if let Some(items) = indexed::read_page(db, &found.dids, &replica.position).await? {
            if let Some(ticket) = ticket {
                replica.cards.keep(ticket, &items);
            }
            return Ok(found.with(items));
        }
    }
    let mut limited = handles::begin_on(db).await?;
    limit_time(&mut limited).await?;
    let found = by_sql(&mut limited, filter, window).await?;
    handles::commit(limited).await?;
    Ok(found)
}

/// The database alone.
async fn by_sql(
    connection: &mut PgConnection,
    filter: &SceneFilter,
    window: ResultWindow,
) -> Result<FoundScenes, StorageError> {
    let ResultWindow {
        sort,
        page,
        with_summary,
    } = window;
    let listing = match filter.area.as_deref() {
        None if !filter.has_areas() => found_page(connection, filter, &[], sort, page).await?,
        Some(area) if area.is_rectangle() && !filter.scope.has_areas() => match area.boxes() {
            [only] => page_of_rectangle(connection, filter, *only, sort, page).await?,
            _ => page_of_any_shape(connection, filter, sort, page).await?,
        },
        _ => page_of_any_shape(connection, filter, sort, page).await?,
    };
    let summary = if with_summary {
        Some(summary(connection, filter).await?)
    } else {
        None
    };
    Ok(FoundScenes { listing, summary })
}

async fn found_page(
    connection: &mut PgConnection,
    filter: &SceneFilter,
    without: &[i64],
    sort: Sort,
    page: Page,
) -> Result<Listing<Card>, StorageError> {
    let mut counting = QueryBuilder::new("SELECT count(*) FROM scene WHERE true");
    narrow(&mut counting, filter);
    let found: i64 = counting
        .build_query_scalar()
        .fetch_one(&mut *connection)
        .await?;
    let mut reading = select_narrowed(filter, CARD_COLUMNS);
    if !without.is_empty() {
        reading
            .push(" AND did <> ALL(")
            .push_bind(without)
            .push(")");
    }
    Ok(Listing {
        items: read_page(connection, reading, sort, page).await?,
        total: found - i64::try_from(without.len()).unwrap_or(0),
    })
}

/// What all that the filter finds is. The database could count faster, but not exactly where there is an area.
async fn summary(
    connection: &mut PgConnection,
    filter: &SceneFilter,
) -> Result<Summary, StorageError> {
    let rows = select_narrowed(filter, summarized(filter));
    summarize(connection, rows, filter).await
}

/// Of a rectangle only the scenes on its rim are in doubt. Those that do not meet it are few: the database counts and
/// pages the rest.
async fn page_of_rectangle(
    connection: &mut PgConnection,
    filter: &SceneFilter,
    rectangle: Bounds,
    sort: Sort,
    page: Page,
) -> Result<Listing<Card>, StorageError> {
    // An empty footprint meets nothing, whatever its box says.
    let mut doubtful = QueryBuilder::new(
        "SELECT did, nodeid, outline FROM scene WHERE (outline = '' OR NOT bounds <@ ",
    );
    push_box(&mut doubtful, rectangle);
    doubtful.push(")");
    narrow(&mut doubtful, filter);
    let mut missed: Vec<i64> = Vec::new();
    {
        let mut rows = doubtful
            .build_query_as::<(i64, i64, Vec<u8>)>()
            .fetch(&mut *connection);
        while let Some((did, node, outline)) = rows.try_next().await? {
            if !meets(filter, node, &outline) {
                missed.push(did);
            }
        }
    }
    found_page(connection, filter, &missed, sort, page).await
}

/// Every found row passes by in order, only the page is kept.
async fn page_of_any_shape(
    connection: &mut PgConnection,
    filter: &SceneFilter,
    sort: Sort,
    page: Page,
) -> Result<Listing<Card>, StorageError> {
    let mut query = QueryBuilder::new("SELECT did, nodeid, outline FROM scene WHERE true");
    narrow(&mut query, filter);
    query.push(" ORDER BY ").push(sort.sql());
    let window = page.offset()..page.offset() + page.limit();
    let (mut total, mut dids) = (0, Vec::new());
    {
        let mut rows = query
            .build_query_as::<(i64, i64, Vec<u8>)>()
            .fetch(&mut *connection);
        while let Some((did, node, outline)) = rows.try_next().await? {
            if meets(filter, node, &outline) {
                if window.contains(&total) {
                    dids.push(did);
                }
                total += 1;
            }
        }
    }
    let sql = format!(
        "SELECT {CARD_COLUMNS} FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, position) \
         JOIN scene ON scene.did = wanted.id ORDER BY wanted.position"
    );
    let items = sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(&dids)
        .fetch_all(connection)
        .await?;
    Ok(Listing { items, total })
}

/// Ends a search that takes too long; for the rest of the transaction.
pub async fn limit_time(connection: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SET LOCAL statement_timeout = '10s'")
        .execute(connection)
        .await?;
    Ok(())
}
