//! No text with the character U+0000 comes in: Postgres keeps none, and C programs take it for the end. One rule at the
//! door, so that no handler has to think of it: addresses are checked here, JSON bodies in [`crate::json::Json`].

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// Refuses an address with `%00` in its path or query.
pub async fn refuse(request: Request, next: Next) -> Response {
    let is_in_address = request
        .uri()
        .path_and_query()
        .is_some_and(|address| address.as_str().contains("%00"));
    if is_in_address {
        return problem().into_response();
    }
    next.run(request).await
}

/// 400.
pub fn problem() -> Problem {
    Problem::unstorable()
}

/// Whether a text of this JSON holds U+0000, which JSON can only write as an escape (RFC 8259, section 7).
pub fn is_in_json(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        let escape = &rest[at + 1..];
        if escape.starts_with(b"u0000") {
            return true;
        }
        // The character behind the backslash may be another backslash.
        rest = escape.get(1..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Method, Request, StatusCode, header};
    use domain::role::Role;
    use serde_json::Value;

    use super::*;
    use crate::testing::{Answer, TestApi};

    #[test]
    fn an_escape_is_told_from_a_backslash() {
        for holds in [
            r#""\u0000""#,
            r#""a\\\u0000""#,
            r#"{"\u0000":1}"#,
            r#"["\"","x\u0000y"]"#,
        ] {
            assert!(is_in_json(holds.as_bytes()), "{holds}");
        }
        for free in [
            "",
            "\\",
            r#""\\u0000""#,
            r#""u0000""#,
            r#""\u0001""#,
            r#""\\\\u0000""#,
            r#""\u000"#,
        ] {
            assert!(!is_in_json(free.as_bytes()), "{free}");
        }
    }

    /// `{name}` filled in with something of the type that is declared.
    fn filled(path: &str, operation: &Value) -> String {
        let parameters = operation["parameters"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let filled = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .fold(path.to_owned(), |path, parameter| {
                let schema = &parameter["schema"];
                let name = parameter["name"].as_str().unwrap();
                let value = match (schema["format"].as_str(), schema["type"].as_str()) {
                    // A list of the dictionary: what is none is answered before its body is read.
                    _ if name == "kind" => "usage",
                    (Some("uuid"), _) => "00000000-0000-0000-0000-000000000000",
                    (_, Some("integer")) => "1",
                    _ => "00000000-0000-0000-0000-000000000001",
                };
                path.replace(&format!("{{{name}}}"), value)
                    .replace(&format!("{{*{name}}}"), value)
            });
        filled.replace("{*", "").replace(['{', '}'], "")
    }

    async fn call(api: &TestApi, method: &str, path: &str, token: &str, body: &str) -> Answer {
        let request = Request::builder()
            .method(Method::from_bytes(method.to_uppercase().as_bytes()).unwrap())
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_owned()))
            .unwrap();
        api.send(request).await
    }

    fn is_refused(answer: &Answer) -> bool {
        answer.status == StatusCode::BAD_REQUEST && answer.json()["code"] == "unstorable"
    }

    #[tokio::test]
    async fn every_route_refuses_it_in_address_and_body() {
        let api = TestApi::new().await;
        let mut tokens = Vec::new();
        for (name, role) in [
            ("a", Role::Applicant),
            ("b", Role::Admin),
            ("c", Role::Operator),
        ] {
            tokens.push(api.signed_in(name, role).await);
        }
        let document = serde_json::to_value(crate::app::openapi(&api.context)).unwrap();
        let (mut addresses, mut bodies) = (0, 0);
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let filled = filled(path, operation);
                let query = call(&api, method, &format!("{filled}?x=a%00b"), &tokens[0], "").await;
                assert!(is_refused(&query), "{method} {filled}: {}", query.status);
                let below = call(&api, method, &format!("{filled}%00"), &tokens[0], "").await;
                assert!(is_refused(&below), "{method} {filled}%00: {}", below.status);
                addresses += 1;
                if !operation["requestBody"]["content"]["application/json"].is_object() {
                    continue;
                }
                let mut refused = false;
                for token in &tokens {
                    let answer = call(&api, method, &filled, token, r#"{"x":["a\u0000b"]}"#).await;
                    assert!(
                        answer.status.is_client_error(),
                        "{method} {filled}: {}",
                        answer.status
                    );
                    refused |= is_refused(&answer);
                }
                assert!(refused, "{method} {filled} takes it in a body");
                bodies += 1;
            }
        }
        assert!(
            addresses > 80 && bodies > 30,
            "{addresses} addresses, {bodies} bodies"
        );
    }
}
