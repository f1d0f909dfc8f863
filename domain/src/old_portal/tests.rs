use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::OldRowFault;
use super::order::{CataloguedScene, CheckedOrder, OldOrderFacts, once_offered};
use super::order_row::OldOrder;
use crate::dictionary::{DictionaryEntry, FormWords};
use crate::ids::UserId;
use crate::order::data_kind::DataKind;
use crate::order::state::{Action, OrderState, transition};

mod people;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn now() -> DateTime<Utc> {
    at("2026-11-28T00:00:00Z")
}

/// A rated order, whole.
fn rated() -> Value {
    json!({
        "orderNumber": "20190301WP100304005", "loginName": "zhangsan", "state": 8,
        "form": {"applyuser": "张三", "applyUserPhone": "13800000000", "applyUserUnit": "地质调查院",
            "productName": "矿产调查", "applyUserUsed": "旧用途", "getMethod": 0},
        "scenes": [{"dataid": "s0", "size": 11, "sha256": "ab".repeat(32)}, {"dataid": "s1"}, {"dataid": "s0"}],
        "createdAt": "2019-03-01T10:03:04+08:00", "submittedAt": "2019-03-01T11:00:00+08:00",
        "auditedAt": "2019-03-02T09:00:00+08:00", "readyAt": "2019-03-02T12:00:00+08:00",
        "completedAt": "2019-03-05T09:00:00+08:00", "ratedAt": "2019-03-06T09:00:00+08:00",
        "auditor": "Lisi_01", "opinion": "同意",
        "delivery": {"files": 3, "bytes": 30, "download": {"firstAt": "2019-03-03T09:00:00+08:00",
            "lastAt": "2019-03-03T10:00:00+08:00", "files": 3, "bytes": 30, "protocol": "ftp"}},
        "evaluation": {"overall": 1, "responseSpeed": 0, "content": "很好"}
    })
}

/// The order with a field changed (`/form/getMethod`); `null` takes it away.
fn with(mut order: Value, path: &str, value: Value) -> Value {
    let (parent, field) = path.rsplit_once('/').unwrap();
    let parent = order.pointer_mut(parent).and_then(Value::as_object_mut);
    let parent = parent.unwrap();
    if value.is_null() {
        parent.remove(field);
    } else {
        parent.insert(field.to_owned(), value);
    }
    order
}

fn checked(order: Value) -> Result<CheckedOrder, OldRowFault> {
    let order: OldOrder = serde_json::from_value(order).unwrap();
    let person = |name: &str| (name.to_owned(), UserId::fresh());
    let people = HashMap::from([person("zhangsan"), person("lisi_01")]);
    let scene =
        |name: &str, did, size, kind| (name.to_owned(), CataloguedScene { did, size, kind });
    let scenes = HashMap::from([
        scene("s0", 1, 10, DataKind::Product),
        scene("s1", 2, 0, DataKind::Product),
        scene("old", 3, 10, DataKind::Archive),
        scene("huge", 4, 6 << 30, DataKind::Product),
    ]);
    let words = once_offered(FormWords {
        usages: vec![DictionaryEntry::trimmed("旧用途", "", false)],
        levels: Vec::new(),
    });
    order.check(&OldOrderFacts {
        people: &people,
        scenes: &scenes,
        words: &words,
        now: now(),
    })
}

fn code(fault: Result<impl Sized, OldRowFault>) -> (&'static str, String) {
    let fault = fault.err().expect("a fault");
    (fault.field, fault.text.code.into_owned())
}

#[test]
fn a_rated_order_is_taken_in_with_its_whole_life() {
    let order = checked(rated()).unwrap();
    assert_eq!(order.state, OrderState::FeedbackGiven);
    let did: Vec<_> = order.scenes.iter().map(|s| (s.did, s.size)).collect();
    assert_eq!(did, [(1, 11), (2, 0)]);
    assert_eq!(order.scenes[0].sha256, Some([0xab; 32]));
    assert_eq!(order.volume, (10, 1));
    let done: Vec<_> = order.history.iter().map(|step| step.action).collect();
    assert_eq!(
        done,
        [
            Action::Save,
            Action::Submit,
            Action::Approve,
            Action::FinishExtraction,
            Action::FinishPreparation,
            Action::Complete,
            Action::GiveFeedback
        ]
    );
}

#[test]
fn other_ends_have_other_lives() {
    let end = |order: Value| checked(order).unwrap().history.pop().unwrap().action;
    let later = [
        "readyAt",
        "completedAt",
        "ratedAt",
        "delivery",
        "evaluation",
    ];
    let rejected = without(with(rated(), "/state", json!(2)), &later);
    let order = with(rejected, "/cause", json!("材料不全"));
    assert_eq!(end(order.clone()), Action::Reject);
    let order = with(order, "/cancelledBy", json!("owner"));
    let missing = ("cancelledAt", "import.moment_missing".to_owned());
    assert_eq!(code(checked(order.clone())), missing);
    let cancelled = json!("2019-03-02T10:00:00+08:00");
    assert_eq!(
        end(with(order, "/cancelledAt", cancelled)),
        Action::CancelPreparation
    );
    let later = ["completedAt", "ratedAt", "evaluation"];
    let order = without(with(rated(), "/state", json!(5)), &later);
    let order = with(order, "/overdueAt", json!("2019-04-05T09:00:00+08:00"));
    assert_eq!(end(order), Action::MarkOverdue);
}

/// What is changed, to what, which field is wrong then, and how.
const WRONG: &str = r#"
/orderNumber | "1" | orderNumber | import.number_wrong
/state | 6 | state | import.state_not_taken
/state | 4 | state | import.state_not_taken
/type | 3 | type | import.type_wrong
/cancelledBy | "owner" | cancelledBy | import.canceller_wrong
/loginName | "nobody" | loginName | import.owner_unknown
/auditor | null | auditor | import.auditor_missing
/auditor | "nobody" | auditor | import.auditor_unknown
/auditor | "ZhangSan" | auditor | import.auditor_is_owner
/createdAt | "1999-01-01T00:00:00Z" | createdAt | import.moment_out_of_range
/ratedAt | "2027-01-01T00:00:00Z" | ratedAt | import.moment_out_of_range
/readyAt | null | readyAt | import.moment_missing
/overdueAt | "2019-03-04T09:00:00Z" | overdueAt | import.moment_unfit
/auditedAt | "2019-02-02T09:00:00Z" | auditedAt | import.moment_before
/scenes | [] | scenes | import.no_scenes
/scenes | [{"dataid": "x"}] | scenes | import.scenes_unknown
/scenes | [{"dataid": "s0"}, {"dataid": "old"}] | scenes | import.scenes_of_other_kind
/scenes | [{"dataid": "s0", "size": -1}] | scenes | import.size_wrong
/scenes | [{"dataid": "s0", "sha256": "éééééééééééééééééééééééééééééééé"}] | scenes | import.checksum_wrong
/scenes | [{"dataid": "huge"}] | getMethod | import.method_forced
/form/applyUserPhone | "1" | applyUserPhone | field.phone_wrong
/form/applyUserUsed | "无" | applyUserUsed | field.usage_unknown
/form/applyuser | " " | applyuser | field.applicant_missing
/form/getMethod | null | getMethod | field.get_method_missing
/opinion | "a\u0000" | opinion | field.control_characters
/delivery | null | delivery | import.delivery_missing
/delivery/bytes | -1 | delivery | import.count_wrong
/delivery/expiresAt | "2019-03-01T00:00:00Z" | delivery | import.moment_before
/delivery/download/protocol | "gopher" | delivery | import.protocol_wrong
/delivery/download/bytes | 0 | delivery | import.count_wrong
/delivery/download/firstAt | "2019-03-01T00:00:00Z" | delivery | import.moment_before
/form/getMethod | 2 | delivery | import.moment_unfit
/evaluation | null | evaluation | import.rating_missing
/evaluation/overall | 5 | evaluation | import.rating_wrong
"#;

#[test]
fn what_no_order_of_this_product_can_be_is_refused() {
    for line in WRONG.trim().lines() {
        let cells: Vec<_> = line.split(" | ").collect();
        let [path, value, field, fault] = cells[..] else {
            panic!("{line}");
        };
        let order = with(rated(), path, serde_json::from_str(value).unwrap());
        assert_eq!(code(checked(order)), (field, fault.to_owned()), "{line}");
    }
}

fn without(order: Value, fields: &[&str]) -> Value {
    let fields = fields.iter();
    fields.fold(order, |order, field| {
        with(order, &format!("/{field}"), Value::Null)
    })
}

#[test]
fn what_other_orders_have_is_refused() {
    let completed = without(with(rated(), "/state", json!(7)), &["ratedAt"]);
    let unfit = ("evaluation", "import.rating_unfit".to_owned());
    assert_eq!(code(checked(completed)), unfit);
    let later = ["readyAt", "completedAt", "ratedAt", "evaluation"];
    let rejected = without(with(rated(), "/state", json!(2)), &later);
    let missing = ("cause", "import.cause_missing".to_owned());
    assert_eq!(code(checked(rejected.clone())), missing);
    let because = with(rejected, "/cause", json!("材料不全"));
    let unfit = ("delivery", "import.delivery_unfit".to_owned());
    assert_eq!(code(checked(because)), unfit);
}

#[test]
fn a_field_that_the_format_has_not_is_a_fault_of_the_line() {
    let order = with(rated(), "/fee", json!(1));
    assert!(serde_json::from_value::<OldOrder>(order).is_err());
}

proptest! {
    /// Whatever moments a row has: what is taken in is a walk through the life cycle, forward in time, to its state.
    #[test]
    fn what_is_taken_in_is_a_walk_through_the_life_cycle(
        state in -3_i16..10, hours in proptest::collection::vec(0_i64..50, 8), missing in 0_u16..512, sorted: bool,
        cancelled in proptest::option::of(prop_oneof![Just("owner"), Just("admin")]),
    ) {
        let mut hours = hours;
        if sorted {
            hours.sort_unstable();
        }
        let fields = ["createdAt", "submittedAt", "auditedAt", "cancelledAt", "readyAt", "overdueAt", "completedAt", "ratedAt"];
        let mut order = with(with(rated(), "/state", json!(state)), "/cause", json!("材料不全"));
        for (at, (field, hours)) in fields.into_iter().zip(hours).enumerate() {
            let moment = at_hours(hours);
            let is_missing = at > 1 && missing >> at & 1 == 1;
            order = with(order, &format!("/{field}"), if is_missing { Value::Null } else { json!(moment) });
        }
        order = with(order, "/cancelledBy", cancelled.map_or(Value::Null, |by| json!(by)));
        let order: OldOrder = serde_json::from_value(order).unwrap();
        let Ok(state) = OrderState::try_from(state) else { return Ok(()) };
        if let Ok(history) = order.history(state, now()) {
            let mut from = None;
            let mut last = DateTime::<Utc>::MIN_UTC;
            for step in &history {
                prop_assert_eq!(step.from, from);
                prop_assert_eq!(transition(from, step.action, step.capability), Ok(step.to));
                prop_assert!(step.at >= last && step.at <= now());
                (from, last) = (Some(step.to), step.at);
            }
            prop_assert_eq!(from, Some(state));
        }
    }
}

fn at_hours(hours: i64) -> DateTime<Utc> {
    at("2019-03-01T00:00:00Z") + TimeDelta::hours(hours)
}
