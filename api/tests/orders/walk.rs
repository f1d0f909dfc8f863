//! Everybody does everything to an order in every state.

use axum::http::Method;
use serde_json::{Value, json};

use crate::world::{Answer, Person, World, form, id, request};

/// Who may do what from which states, and where it leads (`=`: it stays). Written from the life cycle as the
/// customer fixed it, not from the code.
const TABLE: &str = "
    save                     PUT    -          owner        -1,2              =
    save                     POST   scenes     owner        -1,2              =
    submit                   POST   submit     owner        -1,2              0
    withdraw                 POST   withdraw   owner        0                 -1
    approve                  POST   approve    admin        0                 1
    reject                   POST   reject     admin        0                 2
    reextract                POST   reextract  admin        1                 =
    continue_without_failed  POST   continue   admin        1                 3
    retry_preparation        POST   retry      admin        3                 =
    cancel_preparation       POST   cancel     owner,admin  1,3               2
    set_priority             POST   priority   admin        0,1,3             =
    set_emergency            POST   emergency  admin        0,1,3             =
    save_draft               PUT    -          admin        6                 =
    complete                 POST   complete   admin        6                 7
    mark_overdue             POST   overdue    admin        6                 5
    reopen                   POST   reopen     admin        5                 3
    give_feedback            POST   feedback   owner        7                 8
    request_extension        POST   extend     owner        6                 =
    extend                   POST   extension  admin        6                 =
    clone                    POST   clone      owner        -1,0,1,2,3,5,6,7,8 =
    delete                   DELETE -          owner,admin  -1,2,5,7,8        -2
";

/// What is read of an order, and in which states there is something to read.
const READ: &str = "
    -            -1,0,1,2,3,5,6,7,8
    scenes       -1,0,1,2,3,5,6,7,8
    footprint    -1,0,1,2,3,5,6,7,8
    attachments  -1,0,1,2,3,5,6,7,8
    events       -1,0,1,2,3,5,6,7,8
    stream       -1,0,1,2,3,5,6,7,8
    delivery     6,7,8
";

/// What operators do not read: papers, and what was prepared.
const OPERATORS_MAY_NOT: [&str; 2] = ["attachments", "delivery"];

pub const STATES: [i16; 10] = [-2, -1, 0, 1, 2, 3, 5, 6, 7, 8];
const PEOPLE: [&str; 5] = ["guest", "owner", "stranger", "admin", "operator"];

struct ActionRule {
    action: &'static str,
    method: Method,
    verb: &'static str,
    who: Vec<&'static str>,
    from: Vec<i16>,
    to: &'static str,
}

fn states(list: &str) -> Vec<i16> {
    list.split(',').map(|code| code.parse().unwrap()).collect()
}

fn table() -> Vec<ActionRule> {
    let row = |line: &'static str| {
        let words: Vec<_> = line.split_whitespace().collect();
        let [action, method, verb, who, from, to] = words[..] else {
            return None;
        };
        Some(ActionRule {
            action,
            method: method.parse().unwrap(),
            verb,
            who: who.split(',').collect(),
            from: states(from),
            to,
        })
    };
    TABLE.lines().filter_map(row).collect()
}

impl ActionRule {
    /// What `person` is answered in `state`.
    fn status(&self, person: &str, state: i16) -> u16 {
        let role = if person == "stranger" {
            "owner"
        } else {
            person
        };
        // Both rows of `PUT` are one route.
        let is_for = |role: &&str| self.who.contains(role) || self.method == Method::PUT;
        match person {
            "guest" => 401,
            "operator" => 403,
            _ if !is_for(&role) => 403,
            "stranger" => 404,
            _ if state == -2 => 404,
            _ if !self.from.contains(&state) => 409,
            _ if self.action == "clone" => 201,
            _ => 200,
        }
    }

    fn lead(&self, state: i16) -> i16 {
        self.to.parse().unwrap_or(state)
    }
}

fn path(order: &str, verb: &str) -> String {
    match verb {
        "-" => format!("/api/orders/{order}"),
        verb => format!("/api/orders/{order}/{verb}"),
    }
}

/// A body with which nothing is wrong.
async fn body(w: &World, order: &str, row: &ActionRule, person: &str) -> Value {
    match row.verb {
        "-" if row.method == Method::DELETE => json!({"ids": [order]}),
        "-" => {
            let papers: Vec<(i16, uuid::Uuid)> =
                sqlx::query_as("SELECT kind, id FROM attachment WHERE order_id = $1::uuid")
                    .bind(order)
                    .fetch_all(&w.context.pool)
                    .await
                    .unwrap();
            let papers: Vec<_> = papers
                .iter()
                .map(|(kind, id)| json!({"type": kind, "attachmentId": id}))
                .collect();
            let mut form = form();
            form["description"] = json!(person);
            json!({"form": form, "dataIds": ["s1", "s2"], "attachments": papers, "action": "save"})
        }
        "feedback" => {
            json!({"appraise": 0, "responseSpeed": 1, "serviceAttitude": 0, "feedBack": "好"})
        }
        "scenes" => json!({"dataIds": ["s3"]}),
        _ => {
            json!({"cause": "原因", "reason": "理由", "days": 3, "sorder": 5, "scope": "all", "emergency": true})
        }
    }
}

/// Works for one order until `most` rounds are done or nothing is left.
async fn work(w: &World, order: &str, most: usize) {
    for _ in 0..most {
        for task in w.claim().await {
            if task.order.to_string() == order {
                w.work(task).await;
            }
        }
    }
}

/// An order in that state, made as people and workers make one.
pub async fn fresh(w: &World, state: i16) -> String {
    // Orders of earlier rounds are done with.
    sqlx::query(
        "UPDATE task SET state = 'cancelled' WHERE state IN ('waiting', 'released', 'running')",
    )
    .execute(&w.context.pool)
    .await
    .unwrap();
    let order = match state {
        -2 | -1 => {
            let draft = w.application("save").await;
            id(&w.post("/api/orders", &w.owner, draft).await.ok())
        }
        _ => w.submitted().await,
    };
    let admin = async |verb: &str| {
        let body = json!({"cause": "材料不全"});
        w.post(&path(&order, verb), &w.admin, body).await.ok();
    };
    match state {
        -2 => {
            let body = json!({"ids": [order]});
            w.call(Method::DELETE, "/api/orders", &w.owner, Some(body))
                .await
                .ok();
        }
        2 => {
            admin("reject").await;
            let changed = "UPDATE orders SET product_name = '改过' WHERE id = $1::uuid";
            sqlx::query(changed)
                .bind(&order)
                .execute(&w.context.pool)
                .await
                .unwrap();
        }
        1 => {
            admin("approve").await;
            let claimed = w.claim().await;
            w.work(claimed[0]).await;
            w.fail(claimed[1], "数据源缺少该文件").await;
        }
        3 => {
            admin("approve").await;
            work(w, &order, 1).await;
            // Its package failed for good.
            let packaging = w.claim().await[0];
            w.fail(packaging, "数据源缺少该文件").await;
        }
        5..=8 => {
            admin("approve").await;
            work(w, &order, 3).await;
            match state {
                5 => admin("overdue").await,
                7 | 8 => admin("complete").await,
                _ => {}
            }
        }
        _ => {}
    }
    if state == 8 {
        let said = json!({"score": 0, "content": "好"});
        w.post(&path(&order, "feedback"), &w.owner, said).await.ok();
    }
    order
}

/// State, and the transaction that wrote the order last.
async fn stored(w: &World, order: &str) -> (i16, String) {
    sqlx::query_as("SELECT state, version::text FROM orders WHERE id = $1::uuid")
        .bind(order)
        .fetch_one(&w.context.pool)
        .await
        .unwrap()
}

pub fn people(w: &World) -> [(&'static str, Person); 5] {
    let tokens = [
        "",
        &w.owner.token,
        &w.stranger.token,
        &w.admin.token,
        &w.operator.token,
    ];
    std::array::from_fn(|at| {
        let token = tokens[at].to_owned();
        (
            PEOPLE[at],
            Person {
                id: w.owner.id,
                token,
            },
        )
    })
}

async fn act(
    w: &World,
    order: &str,
    row: &ActionRule,
    (name, who): &(&'static str, Person),
) -> Answer {
    let body = body(w, order, row, name).await;
    let path = if row.method == Method::DELETE {
        "/api/orders".to_owned()
    } else {
        path(order, row.verb)
    };
    w.call(row.method.clone(), &path, who, Some(body)).await
}

const fn code(status: u16) -> &'static str {
    match status {
        401 => "not_signed_in",
        403 => "forbidden",
        404 => "not_found",
        409 => "wrong_state",
        _ => "",
    }
}

/// One state: every route, every person. What differs from the table.
async fn walk(w: &World, state: i16) -> Vec<String> {
    let (mut wrong, mut order) = (Vec::new(), fresh(w, state).await);
    for row in table() {
        for person in people(w) {
            // The other half of `PUT` is the other row's.
            if row.method == Method::PUT
                && matches!(person.0, "owner" | "admin")
                && !row.who.contains(&person.0)
            {
                continue;
            }
            let before = stored(w, &order).await;
            let want = row.status(person.0, state);
            let answer = act(w, &order, &row, &person).await;
            let (got, said) = (answer.status.as_u16(), answer.refusal().1);
            let after = stored(w, &order).await;
            let step = format!("{} by {} in {state}", row.action, person.0);
            if (got, said.as_str()) != (want, code(want)) {
                wrong.push(format!("{step}: {got} {said}, not {want}"));
            }
            if got >= 300 {
                if after != before {
                    wrong.push(format!(
                        "{step}: refused, and yet {before:?} became {after:?}"
                    ));
                }
                continue;
            }
            if after.0 != row.lead(state) {
                wrong.push(format!("{step}: led to {}", after.0));
            }
            if row.action != "clone" {
                order = fresh(w, state).await;
            }
        }
    }
    wrong.extend(offers(w, state, &order).await);
    wrong
}

/// What is offered to owner and administrator is what the table lets them do.
async fn offers(w: &World, state: i16, order: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, who) in people(w) {
        if state == -2 || !matches!(name, "owner" | "admin") {
            continue;
        }
        let seen = w.get(&path(order, "-"), &who).await.ok();
        let mut offered: Vec<_> = seen["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|action| action.as_str().unwrap())
            .collect();
        let rows = table();
        let mut want: Vec<_> = rows
            .iter()
            .filter(|row| row.who.contains(&name) && row.from.contains(&state))
            .map(|row| row.action)
            .collect();
        offered.sort_unstable();
        want.sort_unstable();
        want.dedup();
        if offered != want {
            wrong.push(format!(
                "{name} in {state} is offered {offered:?}, not {want:?}"
            ));
        }
    }
    wrong
}

async fn reads(w: &World, state: i16) -> Vec<String> {
    let (mut wrong, order) = (Vec::new(), fresh(w, state).await);
    for line in READ.lines().filter(|line| !line.trim().is_empty()) {
        let (verb, there) = line.trim().split_once(' ').unwrap();
        for (name, who) in people(w) {
            let want = match name {
                "guest" => 401,
                "operator" if OPERATORS_MAY_NOT.contains(&verb) => 403,
                "owner" | "admin" | "operator" if states(there.trim()).contains(&state) => 200,
                _ => 404,
            };
            // Streams do not end: the status is all that is read.
            let asked = request(Method::GET, &path(&order, verb), &who.token);
            let got = w.open(asked).await.status().as_u16();
            if got != want {
                wrong.push(format!(
                    "GET {verb} by {name} in {state}: {got}, not {want}"
                ));
            }
        }
    }
    wrong
}

#[tokio::test]
async fn everybody_does_everything_in_every_state() {
    let w = World::new().await;
    let mut wrong = Vec::new();
    for state in STATES {
        wrong.extend(walk(&w, state).await);
        wrong.extend(reads(&w, state).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_route_that_acts_on_an_order_is_walked() {
    let w = World::new().await;
    let rows = table();
    for route in api::routes(&w.context) {
        let Some(verb) = route.path.strip_prefix("/api/orders/{id}") else {
            continue;
        };
        let verb = verb.strip_prefix('/').unwrap_or("-");
        let walked = rows
            .iter()
            .any(|row| row.verb == verb && row.method == route.method);
        // A decision of the desk is held and moves nothing: desk.rs walks it, and storage's ledger what comes of it. Nor
        // does a push: pushes.rs walks it.
        let moves_nothing = ["decision", "pushes"].contains(&verb);
        assert!(
            route.method == Method::GET || walked || moves_nothing,
            "{} {} needs a row",
            route.method,
            route.path
        );
    }
    let document = serde_json::to_value(api::openapi(&w.context)).unwrap();
    let mut offered: Vec<_> = document["components"]["schemas"]["OrderAction"]["enum"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| action.as_str().unwrap().to_owned())
        .collect();
    let mut walked: Vec<_> = rows.iter().map(|row| row.action.to_owned()).collect();
    offered.sort_unstable();
    walked.sort_unstable();
    walked.dedup();
    assert_eq!(offered, walked);
}
