//! What a subscription searches is answered so that whoever approves it sees what binds; and what holds back its files.

use axum::http::StatusCode;
use domain::role::Role;
use serde_json::{Value, json};
use storage::lifecycle::pushes::{SubscriptionShelf, match_arrivals};

use super::Desk;
use crate::testing::{scene, square};

impl Desk {
    async fn area(&self, subscription: &Value) -> Value {
        let id = subscription["id"].as_str().unwrap();
        let path = format!("/api/subscriptions/{id}/area");
        let area = self.api.get(&path, &self.admin).await;
        assert_eq!(area.status, StatusCode::OK, "{}", area.json());
        area.json()
    }
}

#[tokio::test]
async fn what_is_searched_is_answered_by_name_and_by_outline() {
    let desk = Desk::new().await;
    desk.api.node(1, None, "高分一号").await;
    let search =
        json!({"nodeIds": [1], "region": "156110000", "cloudMax": 20, "unknownCloud": "include"});
    let made = desk.hand_in(desk.form(&search)).await;
    let criteria = &made["criteria"];
    assert_eq!(criteria["nodes"][0]["label"], "高分一号");
    assert_eq!(criteria["regionName"], "北京市");
    assert_eq!(criteria["unknownCloud"], "include");
    // Beijing lies between 115.4 and 117.5 degrees east.
    let area = desk.area(&made).await;
    let sides = ["west", "east"].map(|side| area["bounds"][side].as_f64().unwrap());
    assert!(sides[0] > 115.0 && sides[1] < 118.0, "{area}");
    let outline = area["outline"].as_str().unwrap();
    assert!(outline.contains("POLYGON(("), "{outline}");
    assert!(outline.len() < 60_000, "{}", outline.len());

    let drawn = desk.create().await;
    assert_eq!(drawn["criteria"]["regionName"], Value::Null);
    let area = desk.area(&drawn).await;
    assert_eq!(area["bounds"]["south"], 20.0);
    assert!(area["outline"].as_str().unwrap().starts_with("POLYGON"));

    let anywhere = desk.hand_in(desk.form(&json!({}))).await;
    assert_eq!(anywhere["criteria"]["hasArea"], false);
    let nowhere = json!({"bounds": null, "outline": null});
    assert_eq!(desk.area(&anywhere).await, nowhere);
}

#[tokio::test]
async fn the_area_of_another_person_is_not_found() {
    let desk = Desk::new().await;
    let made = desk.create().await;
    let path = format!("/api/subscriptions/{}/area", made["id"].as_str().unwrap());
    let stranger = desk.api.signed_in("lisi", Role::Applicant).await;
    for (who, status) in [
        (&stranger, StatusCode::NOT_FOUND),
        (&desk.token, StatusCode::OK),
    ] {
        assert_eq!(desk.api.get(&path, who).await.status, status);
    }
}

#[tokio::test]
async fn a_file_whose_time_has_come_names_what_holds_it_back() {
    let desk = Desk::new().await;
    let mut form = desk.form(&json!({"satellites": ["GF1"]}));
    form["frequency"] = Value::Null;
    form["delaytime"] = json!(0);
    let made = desk.hand_in(form).await;
    let id = made["id"].as_str().unwrap();
    desk.decide(id, "approve", "").await;
    desk.api.node(1, None, "高分一号").await;
    let mut fits = scene("fits", &square(10.0, 20.0));
    fits.satellite = "GF1".into();
    fits.archive_url = Some("file:///archive/fits.tif".into());
    desk.api.scenes(&[fits]).await;
    let (pool, now) = (&desk.api.context.pool, desk.api.context.now());
    let shelf = SubscriptionShelf::default();
    assert_eq!(match_arrivals(pool, &shelf, now).await.unwrap().matched, 1);
    let path = format!("/api/subscriptions/{id}");
    // It is four in the afternoon in China, and files go out from 22 to 6.
    for (step, held_by) in [(None, "window_shut"), (Some("pause"), "paused")] {
        if let Some(step) = step {
            let steps = json!({"ids": [id], "step": step});
            let done = desk
                .api
                .post("/api/subscriptions/steps", &desk.token, steps);
            assert_eq!(done.await.json()["done"][0]["standing"], held_by);
        }
        let one = desk.api.get(&path, &desk.admin).await.json();
        assert_eq!(one["standing"], held_by);
        let scenes = desk.api.get(&format!("{path}/scenes"), &desk.admin).await;
        assert_eq!(scenes.json()["items"][0]["heldBy"], held_by);
    }
}
