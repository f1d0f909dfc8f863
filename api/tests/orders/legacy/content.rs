//! News, announcements, the guide, and answers that are encrypted.

use std::collections::BTreeSet;

use api::Settings;
use api::legacy::settings::LegacySettings;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use sm4::Sm4;
use sm4::cipher::{BlockCipherDecrypt as _, KeyInit as _};

use super::client::Walk;
use crate::world::{Person, World};

pub async fn walk() -> BTreeSet<String> {
    let w = World::new().await;
    let walk = Walk::new(&w);
    news(&walk).await;
    guide(&walk).await;
    walk.done()
}

async fn news(walk: &Walk<'_>) {
    let w = walk.w;
    let kind = walk
        .ok(
            "POST /mj/newsType/save",
            &w.admin,
            json!({"typeName": "动态"}),
        )
        .await;
    let renamed = json!({"id": kind["id"], "name": "要闻"});
    walk.yes("POST /mj/newsType/update", &w.admin, renamed)
        .await;

    let article =
        json!({"title": "标题", "content": "正文", "typeId": kind["id"], "isTop": "true"});
    let article = walk.ok("POST /mj/news/save", &w.admin, article).await;
    let kinds = walk.ok("GET /mj/newsType/list", &w.owner, ()).await;
    assert!(
        kinds
            .as_array()
            .unwrap()
            .iter()
            .any(|kind| kind["name"] == "要闻"),
        "{kinds}"
    );
    let listed = walk
        .ok("GET /mj/news/list", &w.owner, json!({"title": "标题"}))
        .await;
    assert_eq!(
        (&listed["total"], &listed["list"][0]["pinned"]),
        (&json!(1), &json!(true))
    );
    let change = json!({"id": article["id"], "title": "新标题"});
    walk.ok("POST /mj/news/update", &w.admin, change).await;
    let read = walk
        .ok("GET /mj/news/get", &w.owner, json!({"id": article["id"]}))
        .await;
    assert_eq!(
        (&read["title"], &read["body"]),
        (&json!("新标题"), &json!("正文"))
    );
    let written = walk.ok("POST /mj/news/manage", &w.operator, ()).await;
    assert_eq!(written["total"], 1);
    walk.yes(
        "POST /mj/news/delete",
        &w.admin,
        json!({"id": article["id"]}),
    )
    .await;
    assert_eq!(w.get("/api/news", &w.owner).await.ok()["total"], 0);
    walk.yes(
        "POST /mj/newsType/delete",
        &w.admin,
        json!({"id": kind["id"]}),
    )
    .await;

    let said = json!({"title": "停机通知", "body": "今晚维护", "level": "important"});
    w.post("/api/content/announcements", &w.admin, said)
        .await
        .ok();
    let banner = walk.ok("GET /mj/news/listAnnouncement", &w.owner, ()).await;
    assert_eq!(banner[0]["title"], "停机通知");
}

async fn guide(walk: &Walk<'_>) {
    let w = walk.w;
    assert_eq!(
        walk.ok("GET /bupt/bupt_guide/video", &w.owner, ()).await,
        Value::Null
    );
    let file = walk
        .file("GET /bupt/bupt_guide/video/file", &w.owner, ())
        .await;
    assert_eq!(file.status, 404);
    let page = walk
        .ok("GET /bupt/bupt_offline_disk/get", &w.owner, ())
        .await;
    assert_eq!(
        page,
        w.get("/api/guide/pages/offLineDisk", &w.owner).await.ok()
    );
}

/// What an old client makes of an encrypted answer: the JSON, or nothing where it is not for its key.
fn opened(text: &str, key: &[u8; 16]) -> Option<Value> {
    let mut bytes = STANDARD.decode(text).ok()?;
    if bytes.is_empty() || bytes.len() % 16 != 0 {
        return None;
    }
    let cipher = Sm4::new(&(*key).into());
    for chunk in bytes.chunks_exact_mut(16) {
        let mut block = <[u8; 16]>::try_from(&*chunk).ok()?.into();
        cipher.decrypt_block(&mut block);
        chunk.copy_from_slice(&block);
    }
    let padding = usize::from(*bytes.last()?);
    let length = bytes.len().checked_sub(padding)?;
    serde_json::from_slice(&bytes[..length]).ok()
}

/// Under another name of the product, with a key: what tells of people is encrypted, everything else is not.
#[tokio::test]
async fn flagged_answers_are_encrypted_under_the_key_of_the_installation() {
    let settings = Settings {
        captcha: false,
        legacy: LegacySettings {
            product: "other".into(),
            key: Some("0123456789abcdef".parse().unwrap()),
            ..LegacySettings::default()
        },
        ..Settings::default()
    };
    let w = World::with(settings).await;
    let sealed = w.get("/systemAA/user/userInfo", &w.owner).await.ok();
    assert_eq!(sealed["encrypt"], true);
    let text = sealed["data"].as_str().unwrap();
    let info = opened(text, b"0123456789abcdef").expect("an answer");
    let ours = w.get("/api/auth/me", &w.owner).await.ok();
    let principal: Value = serde_json::from_str(info["principal"].as_str().unwrap()).unwrap();
    assert_eq!(principal["id"], ours["id"]);
    assert_eq!(
        info["authorities"].as_array().unwrap().len(),
        ours["authorities"].as_array().unwrap().len()
    );
    assert_eq!(opened(text, b"fedcba9876543210"), None, "another key");
    assert_eq!(opened(&text[4..], b"0123456789abcdef"), None, "broken");
    let plain = w.get("/mj/otherShop/getShopCarNum", &w.owner).await.ok();
    assert_eq!((&plain["data"], plain.get("encrypt")), (&json!(0), None));
    let former = w.get("/mj/agrsShop/getShopCarNum", &w.owner).await;
    assert_eq!(
        (former.status.as_u16(), former.code().as_str()),
        (404, "not_found")
    );
    let guest = Person {
        id: w.owner.id,
        token: String::new(),
    };
    let refused = w.get("/systemAA/user/userInfo", &guest).await.ok();
    assert_eq!(
        (&refused["status"], &refused["data"]),
        (&json!(401), &Value::Null)
    );
}
