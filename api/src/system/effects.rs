//! Every entry takes effect in a process that knew another one before.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::role::Role;
use domain::system::SysKey;
use serde_json::{Value, json};
use testkit::configuration::{Effect, Observation, effect_of};

use crate::testing::{Answer, TestApi};

const PASSWORD: &str = "Scenedock1";
const OTHER: &str = "Mapping21";

/// A second process over the same database, and how many observations were made through it.
struct OtherProcess {
    api: TestApi,
    looks: usize,
}

impl OtherProcess {
    /// Whoever has not been here yet, so that nobody is counted who is online already.
    fn person(&mut self) -> String {
        self.looks += 1;
        format!("person_{}", self.looks)
    }

    async fn token(&mut self) -> String {
        let person = self.person();
        let answer = self.api.login(&person, PASSWORD).await;
        answer.ok()["token"].as_str().unwrap().to_owned()
    }

    async fn choose(&self, person: &str, old: &str, new: &str) -> Answer {
        let signed_in = self.api.login(person, old).await.ok();
        let token = signed_in["token"].as_str().unwrap();
        let body = json!({"oldPassword": old, "password": new});
        let path = "/api/auth/password";
        self.api.call(Method::PUT, path, token, Some(body)).await
    }

    async fn observe(&mut self, observed: Observation) -> Value {
        match observed {
            Observation::Config(pointer) => {
                let config = self.api.get("/api/config", "").await.ok();
                config.pointer(pointer).cloned().unwrap_or_default()
            }
            Observation::SignIn => {
                let person = self.person();
                let answer = self.api.login(&person, PASSWORD).await;
                answer.json()["code"].clone()
            }
            Observation::ThirdCall => {
                let token = self.token().await;
                for _ in 0..2 {
                    self.api.get("/api/auth/me", &token).await.ok();
                }
                json!(self.api.get("/api/auth/me", &token).await.status.as_u16())
            }
            Observation::SignedIn(key) => {
                let token = self.token().await;
                self.api.get("/api/auth/me", &token).await.ok()[key].clone()
            }
            Observation::FormerPassword => {
                let person = self.person();
                let changed = self.choose(&person, PASSWORD, OTHER).await;
                assert_eq!(changed.status, StatusCode::NO_CONTENT);
                let again = self.choose(&person, OTHER, PASSWORD).await;
                if again.status == StatusCode::NO_CONTENT {
                    return Value::Null;
                }
                again.json()["errors"][0]["code"].clone()
            }
        }
    }
}

/// The other process has answered by the old configuration before the new one is saved, as in every installation with two.
#[tokio::test]
async fn every_entry_takes_effect_in_a_process_that_knew_the_one_before() {
    let api = TestApi::new().await;
    for number in 1..=12 {
        api.account(&format!("person_{number}"), Role::Applicant)
            .await;
    }
    api.pass(TimeDelta::days(10));
    let admin = api.signed_in("admin_1", Role::Admin).await;
    let corners = [
        ("longTopLeft", "73"),
        ("latTopLeft", "54"),
        ("longTopRight", "135"),
        ("latTopRight", "18"),
    ];
    api.configure(&admin, &corners).await;
    let mut other = OtherProcess {
        api: api.beside(),
        looks: 0,
    };
    for key in SysKey::ALL {
        let name = key.as_str();
        let Effect {
            observed,
            value,
            before,
            after,
        } = effect_of(key);
        other.api.get("/api/config", "").await.ok();
        assert_eq!(other.observe(observed).await, before, "{name} before");
        api.configure(&admin, &[(name, &value)]).await;
        // Signing in asks for the newest, everything else may go by what is some seconds old.
        if !matches!(observed, Observation::SignIn) {
            other.api.context.system.age(Duration::from_mins(2));
        }
        assert_eq!(other.observe(observed).await, after, "{name} afterwards");
        // What shuts people out is in the way of the others.
        if matches!(observed, Observation::SignIn | Observation::ThirdCall) {
            api.configure(&admin, &[(name, "")]).await;
            other.api.context.system.age(Duration::from_mins(2));
        }
    }
}
