//! What lies in the object store and the database of papers and telephone numbers, and what people are shown of it.

use axum::http::Method;
use futures::TryStreamExt as _;
use object_store::path::Path;
use object_store::{ObjectStore as _, ObjectStoreExt as _};
use serde_json::{Value, json};
use storage::db::{orders, personal_data};
use storage::paper_bytes;
use storage::sealed::ServerKey;

use crate::world::{World, id};

/// What the paper says somewhere.
const MARKER: &[u8] = b"110101199003074477";

/// A PDF that says [`MARKER`], of more than two chunks.
fn paper() -> Vec<u8> {
    let mut bytes = b"%PDF-1.4\n1 0 obj<<>>endobj\n% ".to_vec();
    bytes.extend_from_slice(MARKER);
    bytes.extend(std::iter::repeat_n(&b"\n% padding"[..], 16_000).flatten());
    bytes.extend_from_slice(b"\ntrailer<<>>\nstartxref\n9\n%%EOF\n");
    bytes
}

/// Whether anything in the store, whatever its name, holds [`MARKER`].
async fn marked(w: &World) -> bool {
    let mut listed = w.objects.store.list(None);
    while let Some(object) = listed.try_next().await.unwrap() {
        let found = w.objects.store.get(&object.location).await.unwrap();
        let bytes = found.bytes().await.unwrap();
        if bytes.windows(MARKER.len()).any(|window| window == MARKER) {
            return true;
        }
    }
    false
}

/// A draft with the paper as its ID card: its id, and where the paper is read.
async fn draft(w: &World) -> (String, String) {
    let up = w.upload(&w.owner, "1", "身份证.pdf", &paper()).await.ok();
    let mut application = w.application("save").await;
    application["attachments"][3]["attachmentId"] = up["attachmentId"].clone();
    let order = w.post("/api/orders", &w.owner, application).await.ok();
    (id(&order), address(&up["attachmentId"]))
}

fn address(paper: &Value) -> String {
    format!("/api/attachments/{}", paper.as_str().unwrap())
}

async fn object_key(w: &World, address: &str) -> Path {
    let paper: uuid::Uuid = address.rsplit('/').next().unwrap().parse().unwrap();
    let key: String = sqlx::query_scalar("SELECT object_key FROM attachment WHERE id = $1")
        .bind(paper)
        .fetch_one(&w.context.pool)
        .await
        .unwrap();
    Path::from(key)
}

fn members(zip: &[u8]) -> Vec<Vec<u8>> {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(zip)).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut zip.by_index(at).unwrap(), &mut bytes).unwrap();
            bytes
        })
        .collect()
}

#[tokio::test]
async fn a_paper_lies_sealed_and_comes_back_as_it_was() {
    let w = World::new().await;
    let (order, address) = draft(&w).await;
    assert!(!marked(&w).await);
    let seen = w.get(&address, &w.owner).await;
    assert_eq!((seen.status.as_u16(), &seen.bytes), (200, &paper()));
    let size = paper().len();
    assert_eq!(seen.header("content-length"), size.to_string());
    let shown = w.get(&format!("/api/orders/{order}"), &w.owner).await.ok();
    assert_eq!(shown["attachments"][3]["size"], size);
    let zip = w
        .get(&format!("/api/orders/{order}/papers.zip"), &w.owner)
        .await;
    assert!(members(&zip.bytes).contains(&paper()));

    // A clone shares the object, and so does an order that takes the paper again.
    let path = format!("/api/orders/{order}/clone");
    let cloned = w.post(&path, &w.owner, json!({"scope": "all"})).await.ok();
    let reused = json!({"attachmentId": address.rsplit('/').next().unwrap()});
    let reused = w
        .post("/api/attachments/reuse", &w.owner, reused)
        .await
        .ok();
    for shared in [
        &cloned["attachments"][3]["attachmentId"],
        &reused["attachmentId"],
    ] {
        let shared = self::address(shared);
        assert_ne!(shared, address);
        assert_eq!(
            object_key(&w, &shared).await,
            object_key(&w, &address).await
        );
        assert_eq!(w.get(&shared, &w.owner).await.bytes, paper());
    }
}

#[tokio::test]
async fn a_paper_of_before_is_shown_and_then_sealed() {
    let w = World::new().await;
    let (order, address) = draft(&w).await;
    let key = object_key(&w, &address).await;
    w.objects.store.put(&key, paper().into()).await.unwrap();
    sqlx::query("UPDATE attachment SET sealed_under = NULL WHERE object_key = $1")
        .bind(key.as_ref())
        .execute(&w.context.pool)
        .await
        .unwrap();
    assert!(marked(&w).await);
    assert_eq!(w.get(&address, &w.owner).await.bytes, paper());
    let path = format!("/api/orders/{order}/clone");
    let cloned = w.post(&path, &w.owner, json!({"scope": "all"})).await.ok();

    let (store, server_key) = (&*w.objects.store, &w.context.server_key);
    let done = paper_bytes::seal_rest(&w.context.pool, store, server_key).await;
    assert_eq!(done.unwrap().sealed, 1);
    assert!(!marked(&w).await);
    let cloned = self::address(&cloned["attachments"][3]["attachmentId"]);
    for address in [&address, &cloned] {
        assert_eq!(w.get(address, &w.owner).await.bytes, paper());
    }
}

#[tokio::test]
async fn a_paper_that_does_not_open_says_so_with_a_code() {
    let w = World::new().await;
    let (order, address) = draft(&w).await;
    let key = object_key(&w, &address).await;
    let zip = format!("/api/orders/{order}/papers.zip");
    let whole = w
        .objects
        .store
        .get(&key)
        .await
        .unwrap()
        .bytes()
        .await
        .unwrap();
    let mut spoiled = whole.to_vec();
    spoiled[1000] ^= 1;
    w.objects.store.put(&key, spoiled.into()).await.unwrap();
    let refused = w.get(&address, &w.owner).await.refusal();
    assert_eq!((refused.0, &*refused.1), (500, "paper_damaged"));

    w.objects.store.put(&key, whole.into()).await.unwrap();
    assert_eq!(w.get(&address, &w.owner).await.bytes, paper());
    sqlx::query("UPDATE attachment SET sealed_under = '\\x0102030405060708'")
        .execute(&w.context.pool)
        .await
        .unwrap();
    let refused = w.call(Method::GET, &zip, &w.owner, None).await.refusal();
    assert_eq!((refused.0, &*refused.1), (500, "paper_key_missing"));
}

/// Whether any row of the orders or their time lines holds the number of [`crate::world::form`].
async fn numbers_in_clear(w: &World) -> i64 {
    sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM orders o WHERE to_jsonb(o)::text LIKE '%13812345678%') \
         + (SELECT count(*) FROM order_event e WHERE to_jsonb(e)::text LIKE '%13812345678%') \
         + (SELECT count(*) FROM audit_entry a WHERE to_jsonb(a)::text LIKE '%13812345678%')",
    )
    .fetch_one(&w.context.pool)
    .await
    .unwrap()
}

#[tokio::test]
async fn no_number_of_an_order_stands_plainly_in_the_database() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}");
    let reject = json!({"cause": "材料不全"});
    w.post(&format!("{path}/reject"), &w.admin, reject)
        .await
        .ok();
    assert_eq!(numbers_in_clear(&w).await, 0);

    // The order as it was rejected is recognised, and what changed is shown whole to those it concerns.
    let same = w.get(&path, &w.owner).await.ok();
    assert_eq!(same["changes"]["fields"], json!([]));
    let again = w.act(&order, "submit", &w.owner).await.refusal();
    assert_eq!(again.1, "nothing_changed");
    let mut changed = w.application("submit").await;
    changed["form"]["applyUserPhone"] = json!("13900000000");
    changed["attachments"] = same["attachments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|paper| json!({"type": paper["type"], "attachmentId": paper["attachmentId"]}))
        .collect();
    w.call(Method::PUT, &path, &w.owner, Some(changed))
        .await
        .ok();
    let fields = w.get(&path, &w.admin).await.ok()["changes"]["fields"].take();
    let expected =
        json!([{"field": "applyUserPhone", "before": "13812345678", "after": "13900000000"}]);
    assert_eq!(fields, expected);
    assert_eq!(numbers_in_clear(&w).await, 0);
}

#[tokio::test]
async fn numbers_of_orders_are_masked_for_who_does_not_need_them() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}");
    let clone = w
        .post(&format!("{path}/clone"), &w.owner, json!({"scope": "all"}))
        .await
        .ok();
    assert_eq!(clone["applyUserPhone"], "13812345678");
    for (who, listed, shown) in [
        (&w.owner, "13812345678", "13812345678"),
        (&w.admin, "138****5678", "13812345678"),
        (&w.operator, "138****5678", "138****5678"),
    ] {
        let list = w.get("/api/orders", who).await.ok();
        assert_eq!(list["items"][0]["applyUserPhone"], listed);
        let detail = w.get(&path, who).await.ok();
        assert_eq!(detail["applyUserPhone"], shown);
    }
    // Papers are printed with it.
    let paper = w
        .get(&format!("{path}/forms/7?format=docx"), &w.owner)
        .await;
    let mut text = String::new();
    for member in members(&paper.bytes) {
        text.push_str(&String::from_utf8_lossy(&member));
    }
    assert!(text.contains("13812345678"));
}

#[tokio::test]
async fn numbers_of_before_are_read_and_sealed_at_the_next_start() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}");
    w.post(
        &format!("{path}/reject"),
        &w.admin,
        json!({"cause": "材料不全"}),
    )
    .await
    .ok();
    sqlx::query(
        "UPDATE orders SET apply_user_phone = '13812345678', apply_user_phone_sealed = NULL, rejected_phone_sealed = NULL, \
         rejected_form = jsonb_set(rejected_form, '{form,applyUserPhone}', '\"13812345678\"')",
    )
    .execute(&w.context.pool)
    .await
    .unwrap();
    for _ in 0..2 {
        let shown = w.get(&path, &w.owner).await.ok();
        assert_eq!(shown["applyUserPhone"], "13812345678");
        assert_eq!(shown["changes"]["fields"], json!([]));
        let (pool, key) = (&w.context.pool, &w.context.server_key);
        let (one, other) = tokio::join!(
            personal_data::seal_rest(pool, key),
            personal_data::seal_rest(pool, key)
        );
        assert!(one.unwrap().orders + other.unwrap().orders <= 1);
        assert_eq!(numbers_in_clear(&w).await, 0);
    }
    // Another key opens none, and shows none; what stands there stays.
    let other = ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
    let mut db = w.context.connection().await.unwrap();
    assert!(!personal_data::is_opened_by(&mut db, &other).await.unwrap());
    let (key, id) = (&w.context.server_key, order.parse().unwrap());
    assert!(personal_data::is_opened_by(&mut db, key).await.unwrap());
    let row = orders::find(&mut db, id).await.unwrap().unwrap();
    assert_eq!(row.form.open(&other).phone, "");
    assert_eq!(row.form.open(key).phone, "13812345678");
}
