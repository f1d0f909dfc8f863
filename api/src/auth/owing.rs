//! Whoever owes something is refused everywhere else; for tests that walk all routes.

use axum::http::StatusCode;
use domain::duty::Duty;

use crate::router::RouteAccess;
use crate::testing::TestApi;

fn filled(path: &str) -> String {
    let mut filled = String::new();
    for (at, part) in path.split(['{', '}']).enumerate() {
        let value = match part {
            "id" => "018f0000-0000-7000-8000-000000000000",
            "did" => "1",
            _ => "none",
        };
        filled.push_str(if at % 2 == 0 { part } else { value });
    }
    filled
}

/// Calls every route that guests may not call, as somebody who owes `duty`, and answers those that are open. The others
/// must be refused because of it.
pub(crate) async fn open_to_who_owes(api: &TestApi, token: &str, duty: Duty) -> Vec<String> {
    let mut open = Vec::new();
    for route in crate::routes(&api.context) {
        if route.who == RouteAccess::Public {
            continue;
        }
        let path = filled(&route.path);
        let answer = api.call(route.method.clone(), &path, token, None).await;
        if route.who.includes_owing(duty) {
            assert_ne!(answer.status, StatusCode::FORBIDDEN, "{path}");
            open.push(format!("{} {path}", route.method));
        } else {
            let needed = texts::Message::from(duty.text()).code.into_owned();
            let got = (answer.status, answer.code());
            assert_eq!(
                got,
                (StatusCode::FORBIDDEN, needed),
                "{} {path}",
                route.method
            );
        }
    }
    open.sort();
    open
}
