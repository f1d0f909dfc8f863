use chrono::DateTime;
use domain::order::kind::OrderKind;
use domain::order::state::OrderState;
use proptest::prelude::*;

use super::*;

const NUMBER: &str = "20260501WP093000000";

fn any_record() -> impl Strategy<Value = OrderRecord> {
    let texts = ("(地质|Gf|%|_|a){0,3}", "(王|李|é|A){0,2}");
    let more = (0..4_i32, any::<bool>(), 0..3_i16);
    (0..60_u128, 0..3_u128, -2..9_i16, texts, more).prop_map(|(id, owner, state, texts, more)| {
        let ((unit, applicant), (priority, cancelled, kind)) = (texts, more);
        OrderRecord {
            priority: priority * 33,
            cancelled,
            kind,
            id: Uuid::from_u128(id),
            // Several were made at one moment.
            created: i64::try_from(id / 4).unwrap(),
            owner: Uuid::from_u128(owner),
            state,
            unit,
            applicant,
            number: format!("202605{:02}WP{:09}", id % 28 + 1, id * 7919),
        }
    })
}

fn filter() -> impl Strategy<Value = Filter> {
    let state = prop::sample::select(vec![
        OrderState::Completed,
        OrderState::PendingReview,
        OrderState::Deleted,
    ]);
    let kind = prop::sample::select(OrderKind::ALL.to_vec());
    let time = || {
        prop::option::of((0..16_i64).prop_map(|at| DateTime::from_timestamp_micros(at).unwrap()))
    };
    let part = |texts| prop::option::of(prop::string::string_regex(texts).unwrap());
    (
        prop::option::of((0..4_u128).prop_map(|id| UserId(Uuid::from_u128(id)))),
        prop::collection::vec(state, 0..3),
        (
            part("([0-9]|WP|wp|x){0,2}"),
            part("(地|质|g|%){0,2}"),
            part("(王|a|É){0,2}"),
        ),
        (time(), time()),
        (
            any::<bool>(),
            any::<bool>(),
            prop::option::of(any::<bool>()),
            prop::collection::vec(kind, 0..3),
        ),
    )
        .prop_map(
            |(
                owner,
                states,
                (number, unit, applicant),
                (from, to),
                (ascending, by_time, cancelled, kinds),
            )| Filter {
                sort: if by_time {
                    Sort::Created
                } else {
                    Sort::Priority
                },
                cancelled,
                owner,
                states,
                kinds,
                number,
                unit,
                applicant,
                login: None,
                attention: None,
                counted: None,
                from,
                to,
                ascending,
            },
        )
}

fn is_wanted(told: &OrderRecord, filter: &Filter, accounts: Option<&[UserId]>) -> bool {
    let contains = |text: &str, part: &Option<String>| {
        part.as_ref()
            .is_none_or(|part| text.to_lowercase().contains(&part.to_lowercase()))
    };
    let codes: Vec<i16> = filter.states.iter().map(|state| state.code()).collect();
    let created = DateTime::from_timestamp_micros(told.created).unwrap();
    filter.owner.is_none_or(|owner| owner.0 == told.owner)
        && accounts.is_none_or(|users| users.contains(&UserId(told.owner)))
        && (codes.contains(&told.state) || codes.is_empty() && told.state != -2)
        && (filter.kinds.is_empty() || filter.kinds.iter().any(|kind| kind.code() == told.kind))
        && contains(&told.number, &filter.number)
        && contains(&told.unit, &filter.unit)
        && contains(&told.applicant, &filter.applicant)
        && filter.from.is_none_or(|from| created >= from)
        && filter.to.is_none_or(|to| created < to)
        && filter.cancelled.is_none_or(|asked| asked == told.cancelled)
}

fn plainly(
    all: &HashMap<Uuid, OrderRecord>,
    filter: &Filter,
    accounts: Option<&[UserId]>,
    page: Page,
) -> OrderPage {
    let mut found: Vec<&OrderRecord> = all
        .values()
        .filter(|told| is_wanted(told, filter, accounts))
        .collect();
    found.sort_by_key(|told| {
        let first = match filter.sort {
            Sort::Created => 0,
            Sort::Priority => told.priority,
        };
        (first, told.created, told.id)
    });
    if !filter.ascending {
        found.reverse();
    }
    let total = i64::try_from(found.len()).unwrap();
    let page = found
        .into_iter()
        .skip(count(page.offset()))
        .take(count(page.limit()));
    OrderPage {
        page: page.map(|told| OrderId(told.id)).collect(),
        total,
    }
}

proptest! {
    #[test]
    fn it_finds_what_looking_at_every_order_finds(
        first in prop::collection::vec(any_record(), 0..80),
        later in prop::collection::vec(prop::collection::vec(any_record(), 0..20), 0..4),
        filters in prop::collection::vec((filter(), 1..30_i64, 1..80_i64), 1..12),
        accounts in prop::option::of(prop::collection::vec((0..4_u128).prop_map(|id| UserId(Uuid::from_u128(id))), 0..3)),
    ) {
        let first: HashMap<Uuid, OrderRecord> = first.into_iter().map(|told| (told.id, told)).collect();
        let mut rows = Rows::default();
        for told in first.values() {
            rows.push(told.clone());
        }
        rows.sort();
        let mut all = first;
        for batch in later {
            let batch: HashMap<Uuid, OrderRecord> = batch.into_iter().map(|told| (told.id, told)).collect();
            rows.apply(batch.values().cloned().collect());
            all.extend(batch);
        }
        for (filter, number, size) in filters {
            let page = Page::new(Some(number), Some(size));
            let accounts = accounts.as_deref();
            prop_assert_eq!(rows.find(&filter, accounts, page), plainly(&all, &filter, accounts, page), "{:?}", filter);
        }
    }
}

#[test]
fn a_million_orders_take_64_bytes_each() {
    assert_eq!(size_of::<PackedOrder>(), 64);
}

#[test]
fn what_is_no_order_number_is_found_by_no_number() {
    let mut rows = Rows::default();
    for (id, number) in [(1, NUMBER), (2, "A-1")] {
        rows.push(OrderRecord {
            id: Uuid::from_u128(id),
            state: 0,
            kind: 0,
            owner: Uuid::nil(),
            unit: String::new(),
            applicant: String::new(),
            number: number.into(),
            created: 0,
            priority: 0,
            cancelled: false,
        });
    }
    rows.sort();
    let total = |part: &str| {
        let filter = Filter {
            number: Some(part.into()),
            ..Filter::default()
        };
        rows.find(&filter, None, Page::new(None, None)).total
    };
    assert_eq!(
        (total("1"), total("wp09"), total("A-1"), total("\0")),
        (1, 1, 0, 0)
    );
}
