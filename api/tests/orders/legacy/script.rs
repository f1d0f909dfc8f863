//! An old client's day, over the old addresses only.

use serde_json::{Value, json};
use storage::db::captchas;
use testkit::builders::person;

use super::client::Walk;
use crate::world::{PDF, Person, World};
use domain::role::Role;

/// Signs in with a picture of ours, as an old client does.
async fn sign_in(walk: &Walk<'_>, login: &str) -> Person {
    let guest = Person {
        id: walk.w.owner.id,
        token: String::new(),
    };
    let mut db = walk.w.context.connection().await.unwrap();
    let captcha = captchas::issue(&mut db, "4711", walk.w.now())
        .await
        .unwrap();
    let form = json!({
        "loginName": login, "password": "Scenedock1", "sysName": "FW",
        "captchaId": captcha, "verifycode": "4711",
    });
    let data = walk
        .ok("POST /systemAA/login/loginForm", &guest, form)
        .await;
    Person {
        id: guest.id,
        token: data["token"].as_str().unwrap().to_owned(),
    }
}

/// Uploads papers, none of which says for which slot it is, and names them as an order did.
async fn papers(walk: &Walk<'_>, who: &Person) -> Value {
    let mut files = Vec::new();
    for slot in [6, 7, 2, 1] {
        let name = format!("扫描件{slot}.pdf");
        let answer = walk
            .upload(
                "POST /mj/agrsOrderAttachement/uploadForJC",
                who,
                (&name, PDF),
            )
            .await
            .json();
        assert_eq!(answer["status"], 200, "{answer}");
        files.push(json!({"filePath": answer["data"], "fileName": name, "fileType": slot}));
    }
    files.into()
}

/// Hands in an order of what is in the cart.
async fn hand_in(walk: &Walk<'_>, me: &Person, shop: &[&str]) -> Value {
    let mut order = crate::world::form();
    order["shopIds"] = json!(shop);
    order["sstatus"] = json!("0");
    order["type"] = json!(0);
    order["dataType"] = json!("0");
    order["distmethod"] = json!(0);
    order["uploadFileList"] = papers(walk, me).await;
    let made = walk.ok("POST /mj/agrsOrder/agrsSave", me, order).await;
    assert_eq!(
        (&made["sstatus"], &made["dataCount"]),
        (&json!(0), &json!(2))
    );
    made
}

/// Downloads what was prepared, as a file of its own.
async fn fetch(walk: &Walk<'_>, me: &Person, id: &str) {
    let delivery = walk
        .ok(
            "GET /mj/agrsFtp/getFtpByOrderId",
            me,
            json!({"orderId": id}),
        )
        .await;
    let name = delivery["files"][0]["name"].clone();
    let file = json!({"orderId": id, "fileName": name});
    let file = walk.file("GET /mj/agrsFtp/download", me, file).await;
    assert_eq!(file.status, 200, "{}", file.text());
    assert_eq!(json!(file.bytes.len()), delivery["files"][0]["size"]);
}

#[tokio::test]
async fn an_old_client_searches_orders_and_downloads_while_another_audits() {
    let w = World::with_captcha().await;
    for (login, role) in [("oldclient", Role::Applicant), ("oldadmin", Role::Admin)] {
        let person = person(login)
            .password("Scenedock1")
            .name("老客户")
            .role(role);
        person.create(&w.context.pool, w.now()).await;
    }
    let walk = Walk::new(&w);
    let me = sign_in(&walk, "oldclient").await;
    let admin = sign_in(&walk, "oldadmin").await;

    let info = walk.ok("GET /systemAA/user/userInfo", &admin, ()).await;
    let principal: Value = serde_json::from_str(info["principal"].as_str().unwrap()).unwrap();
    assert!(principal["roleIds"].as_str().unwrap().contains("admin"));

    let found = walk
        .ok(
            "POST /mj/agrsQueryModuleSpatial/findPageQueryByNodes",
            &me,
            json!({"wkt": "POLYGON（（-1 -1, 2 -1, 2 2, -1 2, -1 -1））", "currentPage": 1, "pageSize": 10}),
        )
        .await;
    let scenes = found["pageList"].as_array().unwrap();
    assert_eq!(found["total"], 2);
    let ids: Vec<&str> = scenes
        .iter()
        .map(|scene| scene["F_DATAID"].as_str().unwrap())
        .collect();

    walk.yes("POST /mj/agrsShop/agrsSave", &me, json!({"dataIds": ids}))
        .await;
    assert_eq!(walk.ok("GET /mj/agrsShop/getShopCarNum", &me, ()).await, 2);
    let cart = walk
        .ok("POST /mj/agrsShop/agrsList", &me, json!({"currentPage": 1}))
        .await;
    let shop: Vec<&str> = (cart["list"].as_array().unwrap().iter())
        .map(|entry| entry["id"].as_str().unwrap())
        .collect();

    let made = hand_in(&walk, &me, &shop).await;
    let waiting = json!({"currentPage": 1, "pageSize": 10, "data": {"type": 0, "sstatus": 0}});
    let waiting = walk
        .ok("POST /mj/agrsOrder/getManOrderListForPage", &admin, waiting)
        .await;
    assert_eq!(waiting["total"], 1);
    let id = waiting["list"][0]["id"].as_str().unwrap();
    let decision = json!({"orderid": id, "orderName": made["ordername"], "status": 1, "cause": "", "auditor": "x"});
    walk.yes("POST /mj/agrsOrder/auditOrder", &admin, decision)
        .await;

    w.prepare().await;
    let ready = walk
        .ok("POST /mj/agrsOrder/agrsMyList", &me, json!({"sstatus": 6}))
        .await;
    assert_eq!(ready["list"][0]["ordername"], made["ordername"]);
    let address = ready["list"][0]["downlodPathFile"].as_str().unwrap();
    assert!(address.ends_with("@ftp.example.org:2121"), "{address}");
    fetch(&walk, &me, id).await;

    let done = json!({"orderId": id, "orderStatus": 7});
    assert_eq!(
        walk.ok("POST /mj/agrsOrder/stateOrder", &admin, done).await,
        "1"
    );
    let rating = json!({
        "ordername": made["ordername"], "sstatus": 8, "appraise": 0, "responseSpeed": 1, "serviceAttitude": 0, "feedBack": "很好",
    });
    walk.yes("POST /mj/agrsOrder/agrsOrderFeedBack", &me, rating)
        .await;
    let rated = w.get(&format!("/api/orders/{id}"), &w.admin).await.ok();
    assert_eq!(
        (&rated["sstatus"], &rated["feedBack"]),
        (&json!(8), &json!("很好"))
    );

    walk.yes(
        "POST /systemAA/login/logout",
        &me,
        json!({"loginName": "oldclient"}),
    )
    .await;
    let over = walk.refusal("GET /systemAA/user/userInfo", &me, ()).await;
    assert_eq!(over, (401, "登录过期，请重新登录!".to_owned()));
}
