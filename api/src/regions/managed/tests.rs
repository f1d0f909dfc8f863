use axum::http::Method;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};

use crate::testing::{TestApi, scene, square};

const BEIJING: &str = "156110000";
const XIONGAN: &str = "156139900";
const OUTLINE: &str = "POLYGON((100 30,102 30,102 32,100 32,100 30))";

/// A scene in Beijing, and one far from it.
struct Desk {
    api: TestApi,
    admin: String,
}

impl Desk {
    async fn new() -> Self {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        api.scenes(&[
            scene("beijing", &square(116.0, 39.5)),
            scene("west", &square(101.0, 31.0)),
        ])
        .await;
        let admin = api.signed_in("admin_1", Role::Admin).await;
        Self { api, admin }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let path = format!("/api/regions/managed{path}");
        let body = (!body.is_null()).then_some(body);
        let answer = self.api.call(method, &path, &self.admin, body).await;
        let status = answer.status.as_u16();
        let body = if status == 204 {
            Value::Null
        } else {
            answer.json()
        };
        (status, body)
    }

    async fn change(&self, code: &str, form: Value) -> (u16, Value) {
        self.send(Method::PUT, &format!("/{code}"), form).await
    }

    async fn listed(&self, query: &str) -> Vec<(String, String)> {
        let (_, list) = self.send(Method::GET, query, Value::Null).await;
        let items = list["items"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        items
            .map(|item| (text(&item["areaName"]), text(&item["origin"])))
            .collect()
    }

    async fn add(&self, form: Value) -> (u16, Value) {
        let mut new = json!({"areaCode": XIONGAN, "areaName": "雄安新区", "pinyin": "xiong an xin qu",
            "level": "city", "parentCode": "156130000", "wkt": OUTLINE});
        for (key, value) in form.as_object().unwrap() {
            new[key] = value.clone();
        }
        self.send(Method::POST, "", new).await
    }
}

async fn found_in(api: &TestApi, region: &str) -> Value {
    let answer = api
        .post("/api/scenes/search", "", json!({"region": region}))
        .await
        .json();
    let Some(items) = answer["items"].as_array() else {
        return answer["errors"][0]["field"].clone();
    };
    items.iter().map(|item| item["dataid"].clone()).collect()
}

#[tokio::test]
async fn searches_go_by_the_new_outline_at_once_in_every_process() {
    let desk = Desk::new().await;
    let beside = desk.api.beside();
    for api in [&desk.api, &beside] {
        assert_eq!(found_in(api, BEIJING).await, json!(["beijing"]));
    }
    let form = json!({"areaName": "北京", "pinyin": "bei jing", "wkt": OUTLINE, "version": 0});
    let (status, changed) = desk.change(BEIJING, form).await;
    assert_eq!(
        (status, &changed["origin"]),
        (200, &json!("changed")),
        "{changed}"
    );
    for api in [&desk.api, &beside] {
        assert_eq!(found_in(api, BEIJING).await, json!(["west"]));
        let path = format!("/api/regions/{BEIJING}/wkt");
        let outline = api.get(&path, "").await.json();
        assert_eq!(
            (&outline["wkt"], &outline["areaName"]),
            (&json!(OUTLINE), &json!("北京"))
        );
        let named = api
            .get("/api/regions?level=province&q=北京", "")
            .await
            .json();
        assert_eq!(named["items"][0]["areaName"], "北京");
    }
    let path = format!("/{BEIJING}/restore?version=1");
    let (status, restored) = desk.send(Method::POST, &path, Value::Null).await;
    assert_eq!((status, &restored["areaName"]), (200, &json!("北京市")));
    for api in [&desk.api, &beside] {
        assert_eq!(found_in(api, BEIJING).await, json!(["beijing"]));
    }
    let log = desk
        .api
        .get("/api/audit-log?subject=region", &desk.admin)
        .await
        .json();
    assert_eq!(log["items"][0]["action"], "restore");
    let change = &log["items"][1]["changes"];
    assert_eq!(
        change[0],
        json!({"field": "areaName", "before": "北京市", "after": "北京"})
    );
    assert_eq!(change[2]["field"], "outline");
    assert!(
        change[2]["after"]
            .as_str()
            .unwrap()
            .starts_with("5, sha256 ")
    );
}

#[tokio::test]
async fn a_region_is_added_below_a_higher_one_and_goes_when_nothing_names_it() {
    let desk = Desk::new().await;
    let (status, made) = desk.add(json!({})).await;
    assert_eq!(status, 201, "{made}");
    assert_eq!(made["path"], json!(["中华人民共和国", "河北省"]));
    let cities = desk
        .api
        .get("/api/regions/cities?parent=156130000", "")
        .await
        .json();
    assert_eq!(cities["total"], 12);
    assert_eq!(found_in(&desk.api.beside(), XIONGAN).await, json!(["west"]));
    for (form, field) in [
        (json!({}), "areaCode"),
        (json!({"areaCode": BEIJING}), "areaCode"),
        (json!({"areaCode": "1561399"}), "areaCode"),
        (
            json!({"areaCode": "156139901", "parentCode": XIONGAN}),
            "parentCode",
        ),
        (
            json!({"areaCode": "156139901", "parentCode": "9"}),
            "parentCode",
        ),
        (json!({"areaCode": "156139901", "pinyin": "雄安"}), "pinyin"),
        (json!({"areaCode": "156139901", "wkt": "POINT(1 2)"}), "wkt"),
        (
            json!({"areaCode": "156139901", "wkt": "POLYGON((1 2"}),
            "wkt",
        ),
    ] {
        let (status, refused) = desk.add(form.clone()).await;
        assert_eq!(
            (status, &refused["errors"][0]["field"]),
            (400, &json!(field)),
            "{form}"
        );
    }
    let path = format!("/{XIONGAN}?version=1");
    assert_eq!(desk.send(Method::DELETE, &path, Value::Null).await.0, 204);
    assert_eq!(found_in(&desk.api, XIONGAN).await, "region");
    let path = format!("/{XIONGAN}/restore?version=0");
    assert_eq!(desk.send(Method::POST, &path, Value::Null).await.0, 404);
    let log = desk
        .api
        .get("/api/audit-log?subject=region", &desk.admin)
        .await
        .json();
    let changes = log["items"][0]["changes"].as_array().unwrap();
    let was: Vec<_> = (changes.iter())
        .map(|change| (change["field"].as_str().unwrap(), &change["before"]))
        .collect();
    assert_eq!(
        was[..4],
        [
            ("areaName", &json!("雄安新区")),
            ("pinyin", &json!("xiong an xin qu")),
            ("level", &json!("city")),
            ("parentCode", &json!("156130000")),
        ]
    );
}

#[tokio::test]
async fn what_names_a_region_is_said_and_keeps_it() {
    let desk = Desk::new().await;
    desk.add(json!({})).await;
    let applicant = desk.api.signed_in("applicant_1", Role::Applicant).await;
    let bookmark = json!({"name": "a", "mapConfigList": [], "region": XIONGAN, "center": "100,30", "zoom": 5.0});
    let kept = desk.api.post("/api/bookmarks", &applicant, bookmark).await;
    assert_eq!(kept.status, 201, "{}", kept.json());
    let search = json!({"name": "b", "query": format!("type=WX&region={XIONGAN}&page=2")});
    let kept = desk.api.post("/api/searches", &applicant, search).await;
    assert_eq!(kept.status, 201, "{}", kept.json());
    let grant = json!({"subject": "everybody", "subjectId": null, "nodeIds": null, "region": XIONGAN, "wkt": null, "until": null});
    let granted = desk.api.post("/api/scopes", &desk.admin, grant).await;
    assert_eq!(granted.status, 201, "{}", granted.json());
    let (_, uses) = desk
        .send(Method::GET, &format!("/{XIONGAN}/uses"), Value::Null)
        .await;
    let by = |who: &str| json!([{"who": who, "count": 1}]);
    assert_eq!(
        uses,
        json!({"children": 0, "grants": by(""), "bookmarks": by("applicant_1"), "searches": by("applicant_1")})
    );
    let path = format!("/{XIONGAN}?version=1");
    let (status, refused) = desk.send(Method::DELETE, &path, Value::Null).await;
    assert_eq!((status, &refused["code"]), (409, &json!("region_in_use")));
    let fields: Vec<_> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| &error["field"])
        .collect();
    assert_eq!(fields, ["grants", "bookmarks", "searches"]);
    let said: Vec<_> = (refused["errors"].as_array().unwrap().iter())
        .map(|error| error["detail"].as_str().unwrap())
        .collect();
    assert_eq!(
        said,
        [
            "1 条授予所有人的数据范围授权",
            "1 个书签：applicant_1",
            "1 个已保存的查询：applicant_1"
        ]
    );
    let (status, refused) = desk
        .send(Method::DELETE, "/156130000?version=0", Value::Null)
        .await;
    assert_eq!(
        (status, &refused["errors"][0]["field"]),
        (409, &json!("children"))
    );
    let params = &refused["errors"][0]["params"];
    let names = params["names"].as_array().unwrap();
    assert_eq!(params["count"], 12);
    assert_eq!(
        (&names[0], names.last()),
        (&json!("石家庄市"), Some(&json!("…")))
    );
    let detail = refused["errors"][0]["detail"].as_str().unwrap();
    assert!(
        detail.contains("石家庄市、") && detail.ends_with('…'),
        "{detail}"
    );
}

/// People tell regions beside one another by their names, whatever codes they have.
#[tokio::test]
async fn no_two_regions_of_one_look_the_same() {
    let desk = Desk::new().await;
    assert_eq!(desk.add(json!({})).await.0, 201);
    let refuses = |(status, refused): (u16, Value)| {
        let error = &refused["errors"][0];
        assert_eq!(
            (status, &error["field"], &error["code"]),
            (400, &json!("areaName"), &json!("field.region_name_taken")),
            "{refused}"
        );
    };
    let other = |name: &str| json!({"areaCode": "156139901", "areaName": name});
    for name in ["雄安新区", "雄安\u{200b}新区", "保定市"] {
        refuses(desk.add(other(name)).await);
    }
    let elsewhere = json!({"areaCode": "156139902", "parentCode": "156110000"});
    assert_eq!(desk.add(elsewhere).await.0, 201);
    assert_eq!(desk.add(other("Xiong'an B")).await.0, 201);
    let form = |name: &str, version: i64| json!({"areaName": name, "pinyin": "xiong an", "version": version});
    for name in ["雄安新区", "保定市"] {
        refuses(desk.change("156139901", form(name, 1)).await);
    }
    refuses(desk.change(XIONGAN, form("ＸＩＯＮＧ'ＡＮ b", 1)).await);
    // Its own name is nobody else's, however it is written.
    let own = desk.change("156139901", form("XIONG'AN b", 1)).await;
    assert_eq!(own.0, 200, "{}", own.1);
    // What shipped does not come back beside one that has its name by now.
    let baoding = json!({"areaName": "保府", "pinyin": "bao fu", "version": 0});
    assert_eq!(desk.change("156130600", baoding).await.0, 200);
    assert_eq!(desk.change("156139901", form("保定市", 2)).await.0, 200);
    let restore = "/156130600/restore?version=1";
    refuses(desk.send(Method::POST, restore, Value::Null).await);
}

#[tokio::test]
async fn a_region_that_shipped_is_removed_and_restored_as_it_was_read() {
    let desk = Desk::new().await;
    let path = "/156130503?version=0";
    let (status, _) = desk.send(Method::DELETE, path, Value::Null).await;
    assert_eq!(status, 204);
    assert_eq!(desk.send(Method::DELETE, path, Value::Null).await.0, 404);
    let removed = desk.listed("?changed=true").await;
    assert_eq!(removed.len(), 1);
    assert_eq!(removed[0].1, "removed");
    assert_eq!(found_in(&desk.api.beside(), "156130503").await, "region");
    for (version, status) in [(0, 409), (1, 200)] {
        let path = format!("/156130503/restore?version={version}");
        assert_eq!(desk.send(Method::POST, &path, Value::Null).await.0, status);
    }
    assert!(desk.listed("?changed=true").await.is_empty());
    let form = json!({"areaName": "北京", "pinyin": "bei jing", "version": 3});
    let (status, refused) = desk.change(BEIJING, form).await;
    assert_eq!(
        (status, &refused["code"]),
        (409, &json!("changed_meanwhile"))
    );
    // Named as it ships, it is as it ships.
    let form = |name: &str, version: i64| json!({"areaName": name, "pinyin": "bei jing shi", "version": version});
    assert_eq!(
        desk.change(BEIJING, form("京", 0)).await.1["origin"],
        "changed"
    );
    assert_eq!(
        desk.change(BEIJING, form("北京市", 1)).await.1["origin"],
        "shipped"
    );
    assert_eq!(desk.change("1", form("京", 0)).await.0, 404);
}

#[tokio::test]
async fn regions_are_listed_as_a_tree_and_found_at_any_level() {
    let desk = Desk::new().await;
    assert_eq!(
        desk.listed("").await,
        [("中华人民共和国".to_owned(), "shipped".to_owned())]
    );
    assert_eq!(desk.listed("?parent=156000000").await.len(), 34);
    for query in [
        "?q=baoding",
        "?q=156130600",
        "?q=%E4%BF%9D%E5%AE%9A%E5%B8%82",
    ] {
        let names = desk.listed(query).await;
        assert_eq!(names[0].0, "保定市", "{query}");
    }
    assert!(desk.listed("?parent=1").await.is_empty());
}

/// Names are for whoever keeps regions. An outline decides what grants of the region open that are made from then on.
#[tokio::test]
async fn an_outline_is_displaced_by_who_could_grant_everything() {
    let mut desk = Desk::new().await;
    let keeper = desk
        .api
        .holding("keeper_1", &[Permission::ManageCatalogue])
        .await;
    sqlx::query("DELETE FROM scope_grant")
        .execute(&desk.api.context.pool)
        .await
        .unwrap();
    let admin = std::mem::replace(&mut desk.admin, keeper.clone());
    let named = json!({"areaName": "北京", "pinyin": "bei jing", "version": 0});
    assert_eq!(desk.change(BEIJING, named.clone()).await.0, 200);
    let (status, added) = desk.add(json!({})).await;
    assert_eq!(status, 201, "{added}");
    let drawn = |version: i64| json!({"areaName": "北京", "pinyin": "bei jing", "wkt": OUTLINE, "version": version});
    let (of_beijing, of_xiongan) = (
        format!("/{BEIJING}?version=1"),
        format!("/{XIONGAN}?version={}", added["version"]),
    );
    for (method, path, body) in [
        (Method::PUT, format!("/{BEIJING}"), drawn(1)),
        (Method::DELETE, of_beijing, Value::Null),
        (Method::DELETE, of_xiongan.clone(), Value::Null),
    ] {
        let (status, refused) = desk.send(method, &path, body).await;
        assert_eq!(
            (status, &refused["code"]),
            (409, &json!("scope_beyond_own")),
            "{path}"
        );
    }
    let restore = format!("/{BEIJING}/restore?version=1");
    let restored = desk.send(Method::POST, &restore, Value::Null).await;
    assert_eq!(restored.0, 200, "a name: {}", restored.1);

    desk.admin = admin;
    assert_eq!(desk.change(BEIJING, drawn(0)).await.0, 200);
    let admin = std::mem::replace(&mut desk.admin, keeper);
    let (_, refused) = desk.send(Method::POST, &restore, Value::Null).await;
    assert_eq!(refused["code"], "scope_beyond_own");
    desk.admin = admin;
    let restored = desk.send(Method::POST, &restore, Value::Null).await;
    assert_eq!(restored.0, 200, "{}", restored.1);
    let removed = desk.send(Method::DELETE, &of_xiongan, Value::Null).await;
    assert_eq!(removed.0, 204, "{}", removed.1);
}

#[tokio::test]
async fn an_outline_does_not_cross_itself_and_stays_on_the_globe() {
    let desk = Desk::new().await;
    let crossing = "POLYGON((100 30,104 34,104 30,100 34,100 30))";
    let (status, refused) = desk.add(json!({"wkt": crossing})).await;
    assert_eq!((status, &refused["code"]), (422, &json!("self_crossing")));
    let drawn = json!({"areaName": "北京", "pinyin": "bei jing", "wkt": crossing, "version": 0});
    let (status, refused) = desk.change(BEIJING, drawn).await;
    assert_eq!((status, &refused["code"]), (422, &json!("self_crossing")));
    let across = "POLYGON((170 0,190 0,190 10,170 10,170 0))";
    let (status, added) = desk.add(json!({"wkt": across})).await;
    assert_eq!(status, 201, "{added}");
    let path = format!("/api/regions/{XIONGAN}/wkt");
    let stored = desk.api.get(&path, "").await.json();
    let stored = stored["wkt"].as_str().unwrap();
    assert!(stored.starts_with("MULTIPOLYGON"), "{stored}");
    assert!(
        stored.contains("-170") && !stored.contains("190"),
        "{stored}"
    );
}
