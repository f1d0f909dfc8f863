//! Client systems at the old addresses.

use serde_json::json;

use super::client::Walk;
use super::people::guest;
use crate::world::Person;

/// A client system signs in with its token, without a picture, and reads.
pub async fn sign_in(walk: &Walk<'_>) {
    let w = walk.w;
    let system = json!({"loginName": "oldclient"});
    let system = w.post("/api/client-systems", &w.admin, system).await.ok();
    let path = format!(
        "/api/client-systems/{}/tokens",
        system["id"].as_str().unwrap()
    );
    let form = json!({"name": "旧客户端", "validDays": 30, "permissions": []});
    let made = w.post(&path, &w.admin, form).await.ok();
    let token = made["token"].as_str().unwrap();
    let entrance = "POST /systemAA/login/loginForm";
    let data = walk
        .ok(entrance, &guest(w), json!({"clientToken": token}))
        .await;
    assert_eq!(
        (&data["token"], &data["loginName"]),
        (&json!(token), &json!("oldclient"))
    );
    let wrong = walk
        .refusal(entrance, &guest(w), json!({"clientToken": "sdk_none"}))
        .await;
    assert_eq!(wrong.0, 401);
    let me = Person {
        id: w.owner.id,
        token: token.to_owned(),
    };
    walk.ok("GET /mhd/catalog/tree", &me, ()).await;
}
