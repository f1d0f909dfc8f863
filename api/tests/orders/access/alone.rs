//! What a permission opens that somebody holds alone: of an order of one's own and of another's, of scenes in one's scope and
//! out of it. That it opens nothing else is tested beside the declarations, for every route.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use domain::permission::{Permission, PermissionSet};
use domain::role::Role;
use serde_json::json;

use super::scope::{OWN_ORDER, OWNED, ask, bounded_by_scope, hide};
use super::{completed, holder, path_of, query_of, status, table};
use crate::world::{Person, World};

/// What takes the permission to make orders, which who owns the order in the table has.
const TO_CREATE: (&str, u16) = ("PUT /api/orders/{id}", 403);
/// What a machine says of an order, which its owner reads too who audits: nothing is decided by reading it.
const CHECKS: &str = "GET /api/orders/{id}/checks";
/// What strangers knock at: how often is limited by network, and nothing is there of scenes and orders.
const DOORS: [&str; 3] = ["/api/auth/", "/api/set-up", "/api/areas"];

/// A line of the table, with the permissions of which one is declared to be needed; none: it is open to all who are signed in.
struct Line {
    method: Method,
    route: &'static str,
    statuses: Vec<u16>,
    needs: Vec<Permission>,
}

impl Line {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.route)
    }

    fn is_about_an_order(&self) -> bool {
        let folders = ["/api/orders/{id}", "/api/attachments/{id}"];
        folders.iter().any(|folder| self.route.starts_with(folder))
    }

    /// What is answered of an order that is complete, and of scenes in scope.
    fn in_scope(&self, held: PermissionSet, owns: bool) -> Vec<u16> {
        let [_, owner, applicant, admin, operator, _] = self.statuses[..] else {
            panic!("{}: a cell is missing", self.name());
        };
        if held.holds(Permission::OwnOrders) && owns {
            let follows_only = !held.holds(Permission::CreateOrders) && self.name() == TO_CREATE.0;
            vec![if follows_only { TO_CREATE.1 } else { owner }]
        } else if PermissionSet::of_applicants().includes(held) {
            vec![applicant]
        } else if Role::Operator.permissions().includes(held) {
            vec![operator]
        } else if owns && self.is_about_an_order() && self.name() != CHECKS {
            // Nobody decides over one's own: it is seen as an operator sees it, and what that is not is refused or not there.
            if operator == 403 {
                vec![400, 403, 404]
            } else {
                vec![operator]
            }
        } else {
            vec![admin]
        }
    }

    /// What is answered of a completed order that holds scenes out of scope.
    fn out_of_scope(&self, held: PermissionSet, owns: bool) -> Vec<u16> {
        let elsewhere = self.statuses[5];
        if !owns {
            return vec![elsewhere];
        }
        let owned = OWNED.iter().filter(|(name, _)| *name == self.name());
        let owned = owned.map(|(_, status)| *status);
        let mut expected = self.in_scope(held, true);
        expected.extend(owned);
        expected.push(elsewhere);
        expected
    }
}

/// The lines that somebody may ask who holds this.
fn opened_to(lines: &[Line], held: PermissionSet) -> impl Iterator<Item = &Line> {
    let opens = move |line: &&Line| line.needs.is_empty() || held.holds_any(&line.needs);
    lines.iter().filter(opens)
}

fn lines(w: &World) -> Vec<Line> {
    let declared = api::routes(&w.context).into_iter();
    let declared: BTreeMap<_, _> = declared
        .map(|route| {
            let name = format!("{} {}", route.method, route.path);
            (name, route.who.permissions())
        })
        .collect();
    let lines = table().into_iter().map(|(method, route, statuses)| Line {
        needs: declared[&format!("{method} {route}")].clone(),
        method,
        route,
        statuses,
    });
    lines.collect()
}

/// Somebody who holds this alone.
async fn alone(w: &World, permission: Permission) -> (Person, PermissionSet) {
    let number = Permission::ALL.iter().position(|one| *one == permission);
    let login_name = format!("only_{}", number.unwrap());
    let held = PermissionSet::from_permissions(&[permission]);
    (holder(w, &login_name, &[permission]).await, held)
}

/// Makes somebody the owner of the order, as who made it and lost every other permission.
async fn hand_over(w: &World, order: &str, owner: &Person) {
    let order: uuid::Uuid = order.parse().unwrap();
    sqlx::query("UPDATE orders SET user_id = $2 WHERE id = $1")
        .bind(order)
        .bind(owner.id.0)
        .execute(&w.context.pool)
        .await
        .unwrap();
}

#[tokio::test]
async fn each_permission_alone_is_answered_as_who_holds_it_in_the_table() {
    let w = World::new().await;
    let (order, paper) = completed(&w).await;
    let mut application = w.application("save").await;
    application["attachments"] = json!([]);
    let lines = lines(&w);
    let (mut wrong, mut looked) = (Vec::new(), 0);
    for permission in Permission::ALL {
        let (who, held) = alone(&w, permission).await;
        for owns in [false, true] {
            if owns {
                hand_over(&w, &order, &who).await;
            }
            for line in opened_to(&lines, held).filter(|line| !line.needs.is_empty()) {
                let is_of_paper = line.route.starts_with("/api/attachments");
                let id = if is_of_paper { &paper } else { &order };
                let path = path_of(line.route, (id, "s1", "1"));
                let address = format!("{path}{}", query_of(line.route));
                let request = (&line.method, line.route, &*address);
                let got = status(&w, &who, request, &application).await;
                let expected = line.in_scope(held, owns);
                if !expected.contains(&got) {
                    wrong.push(format!(
                        "{permission:?}, owner {owns}: {}: {got}, not {expected:?}",
                        line.name()
                    ));
                }
                looked += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked >= 800, "{looked}");
}

#[tokio::test]
async fn no_permission_alone_tells_of_hidden_scenes_beyond_ones_own_order() {
    let w = World::new().await;
    let (order, application) = hide(&w).await;
    let lines = lines(&w);
    let own_order = BTreeSet::from(OWN_ORDER);
    let (mut wrong, mut looked) = (Vec::new(), 0);
    for permission in bounded_by_scope() {
        let (who, held) = alone(&w, permission).await;
        for owns in [false, true] {
            if owns {
                hand_over(&w, &order, &who).await;
            }
            // What needs none is asked by whoever holds all of them: see `nothing_of_a_hidden_scene_is_told_to_somebody_elsewhere`.
            let open = opened_to(&lines, held).filter(|line| {
                let is_door = DOORS.iter().any(|door| line.route.starts_with(door));
                !line.needs.is_empty() && !is_door
            });
            for line in open {
                let request = (&line.method, line.route);
                let (name, got, tells) = ask(&w, &who, request, (&order, &application)).await;
                let expected = line.out_of_scope(held, owns);
                let may_tell = owns && own_order.contains(&*name);
                if !expected.contains(&got) || (tells && !may_tell) {
                    wrong.push(format!(
                        "{permission:?}, owner {owns}: {name}: {got}, not {expected:?}; tells {tells}"
                    ));
                }
                looked += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked >= 700, "{looked}");
}
