//! Telephone and identity numbers: sealed, masked, and opened only where it is kept who looked.

use axum::http::Method;
use domain::permission::Permission;
use domain::role::Role;
use serde_json::{Value, json};
use storage::db::personal_data::{self, SealedRows};

use super::{Office, form};
use crate::testing::TestApi;

const MOBILE: &str = "13998765432";
const ID: &str = "11010519491231002X";

/// Every value of every row of the tables that hold people, as a dump would have it.
async fn dump(api: &TestApi) -> String {
    let mut all = String::new();
    for table in ["app_user", "account_event", "audit_entry"] {
        let rows = sqlx::query_scalar::<_, String>(sqlx::AssertSqlSafe(format!(
            "SELECT t::text FROM {table} t"
        )));
        all.extend(rows.fetch_all(&api.context.pool).await.unwrap());
    }
    all
}

async fn add(office: &Office) -> String {
    let mut filled = form("wangwu", "applicant");
    filled["phoneMobile"] = json!(MOBILE);
    filled["phoneWork"] = json!("010-66554433");
    filled["idNumber"] = json!("11010519491231002x");
    let (status, made) = office.post("/api/users", filled).await;
    assert_eq!(status, 201, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn no_number_stands_plainly_in_the_database() {
    let office = Office::new().await;
    let id = add(&office).await;
    let other = json!({"name": "王五", "unit": "青海院", "phoneMobile": "13955554444", "phoneWork": "0971-8123456", "idNumber": "440524188001010014"});
    let changed = office
        .send(Method::PUT, &format!("/api/users/{id}"), other)
        .await;
    assert_eq!(changed.0, 200, "{}", changed.1);
    let dump = dump(&office.api).await;
    assert!(dump.contains("wangwu"));
    for secret in [
        MOBILE,
        "66554433",
        "11010519491231002",
        "13955554444",
        "8123456",
        "440524188001010014",
        "13812345678",
    ] {
        assert!(!dump.contains(secret), "{secret}");
        assert!(!dump.contains(&hex::encode(secret)));
    }
}

#[tokio::test]
async fn whole_numbers_are_for_the_person_and_whoever_manages_users_and_looking_is_kept() {
    let office = Office::new().await;
    let id = add(&office).await;
    let path = format!("/api/users/{id}");
    for seen in [
        &office.get(&path).await,
        &office.get("/api/users?q=wangwu").await["items"][0],
    ] {
        assert_eq!(seen["person"]["phoneMobile"], "139****5432");
        assert_eq!(seen["person"]["idNumber"], "110105********002X");
    }
    let (status, whole) = office
        .post(&format!("{path}/personal-data"), json!({}))
        .await;
    assert_eq!(status, 200);
    assert_eq!(
        whole,
        json!({"phoneMobile": MOBILE, "phoneWork": "010-66554433", "idNumber": ID})
    );
    let log = office.get("/api/audit-log?subject=account").await;
    let entry = &log["items"][0];
    assert_eq!(
        (&entry["action"], &entry["subjectName"]),
        (&json!("open"), &json!("wangwu")),
        "{log}"
    );
    // Whoever may only see users does not get that far.
    let reader = office.api.holding("reader", &[Permission::SeeUsers]).await;
    let refused = office
        .api
        .post(&format!("{path}/personal-data"), &reader, json!({}))
        .await;
    assert_eq!(refused.status, 403);
    let token = office.api.login("wangwu", "Geology77").await.json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let own = office.api.get("/api/auth/profile", &token).await.json();
    assert_eq!(
        (&own["phoneMobile"], &own["idNumber"]),
        (&json!(MOBILE), &json!(ID))
    );
}

#[tokio::test]
async fn a_person_is_found_by_the_whole_mobile_number_only() {
    let office = Office::new().await;
    add(&office).await;
    for (query, found) in [
        (MOBILE, 1),
        ("1399876543", 0),
        ("13998765431", 0),
        ("5432", 0),
    ] {
        assert_eq!(
            office.get(&format!("/api/users?q={query}")).await["total"],
            found,
            "{query}"
        );
    }
    // A masked number would be found out by four digits' guesses.
    let reader = office.api.holding("reader", &[Permission::SeeUsers]).await;
    for (query, found) in [(MOBILE, 0), ("wangwu", 1)] {
        let path = format!("/api/users?q={query}");
        let list = office.api.get(&path, &reader).await.json();
        assert_eq!(list["total"], found, "{query}");
    }
}

#[tokio::test]
async fn numbers_sent_back_masked_stay_and_identity_numbers_are_checked() {
    let office = Office::new().await;
    let id = add(&office).await;
    let path = format!("/api/users/{id}");
    let mut person = office.get(&path).await["person"].clone();
    person["name"] = json!("王六");
    let put = async |person: &Value| office.send(Method::PUT, &path, person.clone()).await;
    assert_eq!(put(&person).await.0, 200);
    let whole = office
        .post(&format!("{path}/personal-data"), json!({}))
        .await
        .1;
    assert_eq!(
        (&whole["phoneMobile"], &whole["idNumber"]),
        (&json!(MOBILE), &json!(ID))
    );
    for (number, code, words) in [
        (
            "110105194912310021",
            "field.id_card_wrong",
            "请输入正确的身份证信息",
        ),
        ("1101", "field.id_number_wrong", "请输入正确的证件信息"),
    ] {
        person["idNumber"] = json!(number);
        let refused = put(&person).await.1;
        assert_eq!(
            (&refused["errors"][0]["code"], &refused["detail"]),
            (&json!(code), &json!(words))
        );
    }
    person["idNumber"] = json!("");
    assert_eq!(put(&person).await.0, 200);
    assert_eq!(
        office
            .post(&format!("{path}/personal-data"), json!({}))
            .await
            .1["idNumber"],
        ""
    );
}

#[tokio::test]
async fn what_an_older_version_wrote_is_sealed_some_at_a_time_and_once() {
    let api = TestApi::new().await;
    let admin = api.signed_in("admin_1", Role::Admin).await;
    // More than one batch.
    sqlx::raw_sql(
        "INSERT INTO app_user (id, login_name, password_hash, user_name, phone, phone_work) \
         SELECT uuidv7(), 'old_' || n, '', 'x', '139' || lpad(n::text, 8, '0'), CASE WHEN n % 2 = 0 THEN '010-' || n ELSE '' END \
         FROM generate_series(1, 700) n",
    )
    .execute(&api.context.pool)
    .await
    .unwrap();
    // Read as it stands until it is sealed.
    let before = api.get("/api/users?q=old_700", &admin).await.json();
    assert_eq!(before["items"][0]["person"]["phoneMobile"], "139****0700");
    let (pool, key) = (&api.context.pool, &api.context.server_key);
    let (one, two) = tokio::join!(
        personal_data::seal_rest(pool, key),
        personal_data::seal_rest(pool, key)
    );
    assert_eq!(one.unwrap().accounts + two.unwrap().accounts, 700);
    assert_eq!(
        personal_data::seal_rest(pool, key).await.unwrap(),
        SealedRows::default()
    );
    assert!(!dump(&api).await.contains("13900000700"));
    let found = api.get("/api/users?q=13900000700", &admin).await.json();
    assert_eq!(
        (&found["total"], &found["items"][0]["loginName"]),
        (&json!(1), &json!("old_700"))
    );
    assert_eq!(found["items"][0]["person"]["phoneWork"], "*****00");
    // An older version that still runs writes another number: the later one counts.
    sqlx::raw_sql("UPDATE app_user SET phone = '13711112222' WHERE login_name = 'old_1'")
        .execute(pool)
        .await
        .unwrap();
    let seen = api
        .get("/api/users?q=old_1&pageSize=200", &admin)
        .await
        .json();
    let one = seen["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["loginName"] == "old_1")
        .unwrap()
        .clone();
    assert_eq!(one["person"]["phoneMobile"], "137****2222");
    assert_eq!(
        personal_data::seal_rest(pool, key).await.unwrap().accounts,
        1
    );
    assert_eq!(
        api.get("/api/users?q=13711112222", &admin).await.json()["total"],
        1
    );
}

#[tokio::test]
async fn another_key_opens_nothing_and_is_noticed() {
    let office = Office::new().await;
    add(&office).await;
    let other = storage::sealed::ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
    let mut db = office.api.context.connection().await.unwrap();
    assert!(
        personal_data::is_opened_by(&mut db, &office.api.context.server_key)
            .await
            .unwrap()
    );
    assert!(!personal_data::is_opened_by(&mut db, &other).await.unwrap());
}

#[tokio::test]
async fn facts_that_somebody_changed_meanwhile_are_not_written_over() {
    let office = Office::new().await;
    let id = add(&office).await;
    let path = format!("/api/users/{id}");
    let read = office.get(&path).await["person"].clone();
    let send = async |field: &str, value: &str| {
        let mut body = read.clone();
        body[field] = json!(value);
        body["personBefore"] = read.clone();
        let (status, answer) = office.send(Method::PUT, &path, body).await;
        (status, answer["code"].clone())
    };
    assert_eq!(send("nickName", "小王").await.0, 200);
    // Two who began with the same: the later one is told, and undoes nothing.
    let late = send("address", "西宁").await;
    assert_eq!(late, (409, json!("changed_meanwhile")));
    let person = office.get(&path).await["person"].clone();
    assert_eq!(
        (&person["nickName"], &person["address"]),
        (&json!("小王"), &json!(""))
    );
    // Whole numbers are the same as their masked ones.
    let mut whole = person.clone();
    whole["phoneMobile"] = json!(MOBILE);
    whole["idNumber"] = json!(ID);
    let mut body = person;
    body["nickName"] = json!("老王");
    body["personBefore"] = whole;
    let (status, answer) = office.send(Method::PUT, &path, body).await;
    assert_eq!(status, 200, "{answer}");
}

/// Between reading what the masks stand for and writing, another administrator writes.
#[tokio::test]
async fn what_a_mask_stands_for_is_what_it_stands_for_when_it_is_written() {
    let office = Office::new().await;
    let id = add(&office).await;
    let pool = &office.api.context.pool;
    let mut other = office.api.context.begin().await.unwrap();
    sqlx::query("UPDATE app_user SET fax = '010-1' WHERE id::text = $1")
        .bind(&id)
        .execute(&mut *other)
        .await
        .unwrap();
    let path = format!("/api/users/{id}");
    let body = office.get(&path).await["person"].clone();
    let writing = async {
        let mut body = body;
        body["address"] = json!("西宁");
        office.send(Method::PUT, &path, body).await
    };
    let committing = async {
        let is_blocked = "SELECT EXISTS (SELECT FROM pg_stat_activity \
                       WHERE datname = current_database() AND wait_event_type = 'Lock')";
        while !sqlx::query_scalar::<_, bool>(is_blocked)
            .fetch_one(pool)
            .await
            .unwrap()
        {
            tokio::task::yield_now().await;
        }
        storage::db::handles::commit(other).await.unwrap();
    };
    let ((status, answer), ()) = futures::future::join(writing, committing).await;
    assert_eq!(
        (status, &answer["code"]),
        (409, &json!("changed_meanwhile"))
    );
    assert_eq!(office.get(&path).await["person"]["fax"], "010-1");
}
