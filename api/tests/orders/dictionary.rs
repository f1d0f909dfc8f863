//! Words of the dictionary that orders have.

use axum::http::Method;
use serde_json::{Value, json};

use crate::world::{Answer, World, form, id};

const USAGES: &str = "/api/dictionary/usage";

/// Saves a list of the dictionary after `change`.
async fn change(w: &World, path: &str, change: impl FnOnce(&mut Vec<Value>)) -> Answer {
    let mut list = w.get(path, &w.admin).await.ok();
    change(list["entries"].as_array_mut().unwrap());
    let body = json!({"entries": list["entries"], "version": list["version"]});
    w.call(Method::PUT, path, &w.admin, Some(body)).await
}

/// Makes these the entries of a list, each on.
pub async fn set(w: &World, path: &str, names: &[&str]) {
    let all = names.iter().map(|name| json!({"name": name, "on": true}));
    let all: Vec<Value> = all.collect();
    change(w, path, |entries| *entries = all).await.ok();
}

fn entry<'a>(entries: &'a mut [Value], name: &str) -> &'a mut Value {
    let mut entries = entries.iter_mut();
    entries.find(|entry| entry["name"] == name).unwrap()
}

async fn switch(w: &World, name: &str, on: bool) {
    change(w, USAGES, |entries| entry(entries, name)["on"] = json!(on))
        .await
        .ok();
}

#[track_caller]
fn faults(refused: &Answer) -> Vec<(String, String)> {
    assert_eq!(refused.status, 422);
    let json = refused.json();
    let errors = json["errors"].as_array().unwrap().iter();
    errors
        .map(|error| {
            let text = |key: &str| error[key].as_str().unwrap().to_owned();
            (text("field"), text("detail"))
        })
        .collect()
}

fn usage_off() -> Vec<(String, String)> {
    let text = "该用途已停用，请选择列表中的其他用途！";
    vec![("applyUserUsed".to_owned(), text.to_owned())]
}

#[tokio::test]
async fn a_usage_that_orders_have_stays_and_says_how_many() {
    let w = World::new().await;
    let draft = w.application("save").await;
    let draft = id(&w.post("/api/orders", &w.owner, draft).await.ok());
    let submitted = w.submitted().await;
    let mut numbers = Vec::new();
    for order in [&draft, &submitted] {
        let path = format!("/api/orders/{order}");
        let order = w.get(&path, &w.owner).await.ok();
        numbers.push(order["ordername"].as_str().unwrap().to_owned());
    }
    numbers.sort_unstable();
    let mut list = w.get(USAGES, &w.admin).await.ok();
    let entries = list["entries"].as_array_mut().unwrap();
    assert_eq!(entry(entries, "测绘")["orders"], 2);
    assert_eq!(entry(entries, "科研")["orders"], 0);
    let remove = async || change(&w, USAGES, |all| all.retain(|it| it["name"] != "测绘")).await;
    let rename =
        async || change(&w, USAGES, |all| entry(all, "测绘")["name"] = json!("测量")).await;
    for refused in [remove().await, rename().await] {
        let (status, code, detail) = refused.refusal();
        assert_eq!((status, code.as_str()), (409, "entry_in_use"));
        assert_eq!(detail, "已被订单使用，不能删除或改名，可以停用");
        let error = &refused.json()["errors"][0];
        // The newest first.
        let detail = format!("“测绘”：2 个订单（{}、{}）", numbers[1], numbers[0]);
        assert_eq!(
            (&error["field"], &error["detail"]),
            (&json!("entries"), &json!(detail))
        );
    }
    assert_eq!(w.get(USAGES, &w.admin).await.ok(), list, "nothing changed");
    // Its English name is nobody's, and what no order has goes.
    change(&w, USAGES, |all| {
        entry(all, "测绘")["nameEn"] = json!("Mapping");
        all.retain(|it| it["name"] != "科研");
    })
    .await
    .ok();
    // A deleted draft needs no word any more.
    let ids = Some(json!({"ids": [draft]}));
    w.call(Method::DELETE, "/api/orders", &w.owner, ids)
        .await
        .ok();
    let list = w.get(USAGES, &w.admin).await.ok();
    let left = list["entries"].as_array().unwrap().iter();
    let used: Vec<_> = left.filter(|it| it["orders"] != 0).collect();
    assert_eq!(used.len(), 1);
    assert_eq!(used[0]["orders"], 1);
}

#[tokio::test]
async fn a_usage_that_is_off_stands_in_older_orders_and_comes_into_no_new_one() {
    let w = World::new().await;
    let application = w.application("save").await;
    let draft = w.post("/api/orders", &w.owner, application).await.ok();
    let path = format!("/api/orders/{}", id(&draft));
    switch(&w, "测绘", false).await;
    // The draft shows what it has, and its clone too.
    let read = w.get(&path, &w.owner).await.ok();
    assert_eq!(read["applyUserUsed"], "测绘");
    let copied = w
        .post(&format!("{path}/clone"), &w.owner, json!({"scope": "all"}))
        .await
        .ok();
    assert_eq!(copied["applyUserUsed"], "测绘");
    for order in [id(&draft), id(&copied)] {
        let refused = w.act(&order, "submit", &w.owner).await;
        assert_eq!(faults(&refused), usage_off());
    }
    let mut application = w.application("submit").await;
    let refused = w.post("/api/orders", &w.owner, application.clone()).await;
    assert_eq!(faults(&refused), usage_off());
    application["form"]["applyUserPhone"] = json!("1");
    let body = Some(application.clone());
    let refused = w.call(Method::PUT, &path, &w.owner, body).await;
    let fields: Vec<_> = faults(&refused)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        fields,
        ["applyUserPhone", "applyUserUsed"],
        "all that is wrong is said at once"
    );
    // With another usage it goes its way; and on again the word is good.
    application["form"] = form();
    application["form"]["applyUserUsed"] = json!("科研");
    let body = Some(application);
    let handed_in = w.call(Method::PUT, &path, &w.owner, body).await.ok();
    assert_eq!(handed_in["sstatus"], 0);
    switch(&w, "测绘", true).await;
    w.act(&id(&copied), "submit", &w.owner).await.ok();
}

#[tokio::test]
async fn a_new_usage_is_good_at_once_in_every_process() {
    let w = World::new().await;
    let mut application = w.application("submit").await;
    application["form"]["applyUserUsed"] = json!("碳汇监测");
    let refused = w.post("/api/orders", &w.owner, application.clone()).await;
    let unknown = "请选择列表中的用途！".to_owned();
    assert_eq!(faults(&refused), [("applyUserUsed".to_owned(), unknown)]);
    // In another process: a router of its own over the same database.
    let beside = api::Context::with_clock(
        w.context.pool.clone(),
        w.context.objects.clone(),
        w.context.server_key.clone(),
        w.context.settings.clone(),
        std::sync::Arc::new({
            let now = w.now();
            move || now
        }),
    );
    let here = w.router.clone();
    let mut w = w;
    w.router = api::app(beside.unwrap());
    change(&w, USAGES, |all| {
        all.push(json!({"name": "碳汇监测", "nameEn": "Carbon sinks", "on": true}));
    })
    .await
    .ok();
    w.router = here;
    let made = w.post("/api/orders", &w.owner, application).await.ok();
    assert_eq!(made["applyUserUsed"], "碳汇监测");
}

#[tokio::test]
async fn a_word_does_not_go_while_an_order_takes_it() {
    let w = World::new().await;
    let mut application = w.application("submit").await;
    application["form"]["applyUserUsed"] = json!("科研");
    let remove = change(&w, USAGES, |all| all.retain(|it| it["name"] != "科研"));
    let order = w.post("/api/orders", &w.owner, application);
    let (removed, ordered) = tokio::join!(remove, order);
    // Whoever is first, the other is refused: no order has a word that the list does not have.
    match (removed.status.as_u16(), ordered.status.as_u16()) {
        (409, 201) => assert_eq!(removed.code(), "entry_in_use"),
        (200, 422) => assert_eq!(faults(&ordered)[0].0, "applyUserUsed"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn phrases_of_the_audit_desk_are_those_that_are_on() {
    let w = World::new().await;
    let path = "/api/dictionary/reject_phrase";
    set(&w, path, &[" 缺少签字 ", "超出范围"]).await;
    change(&w, path, |all| all[0]["on"] = json!(false))
        .await
        .ok();
    let offered = w.get("/api/audit-desk/phrases", &w.admin).await.ok();
    assert_eq!(
        offered["items"],
        json!([{"kind": "reject_phrase", "name": "超出范围", "nameEn": "", "on": true}])
    );
    // What a rejection said is nobody's use of a phrase.
    let order = w.submitted().await;
    let cause = json!({"cause": "超出范围"});
    w.post(&format!("/api/orders/{order}/reject"), &w.admin, cause)
        .await
        .ok();
    let list = w.get(path, &w.admin).await.ok();
    assert_eq!(list["entries"][1]["orders"], 0);
    set(&w, path, &["缺少盖章"]).await;
}
