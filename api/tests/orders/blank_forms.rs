//! Blank papers, filled in.

use serde_json::json;

use crate::replaced::unzipped;
use crate::world::{World, form};

#[tokio::test]
async fn every_slot_with_a_form_is_filled_in_from_the_order() {
    let w = World::new().await;
    let order = w.submitted().await;
    for kind in [6, 7, 2, 1] {
        for (format, magic) in [("pdf", &b"%PDF-"[..]), ("docx", b"PK\x03\x04")] {
            let path = format!("/api/orders/{order}/forms/{kind}?format={format}");
            let paper = w.get(&path, &w.owner).await;
            assert_eq!(paper.status, 200, "{path}");
            assert!(paper.bytes.starts_with(magic), "{path}");
            assert!(paper.header("content-disposition").contains("WP"), "{path}");
            assert_eq!(w.get(&path, &w.stranger).await.status, 404);
        }
    }
    for nothing in ["4", "8", "3"] {
        let path = format!("/api/orders/{order}/forms/{nothing}");
        assert_eq!(w.get(&path, &w.owner).await.status, 404, "{nothing}");
    }
}

/// People know a scene by the node of the catalogue, not by how an item spells its satellite.
#[tokio::test]
async fn scenes_are_listed_with_the_name_of_their_node() {
    let w = World::new().await;
    let order = w.submitted().await;
    let path = format!("/api/orders/{order}/forms/7?format=docx");
    let paper = w.get(&path, &w.owner).await;
    let text = String::from_utf8(unzipped(&paper.bytes)["word/document.xml"].clone()).unwrap();
    for said in ["数据目录", "高分一号"] {
        assert!(text.contains(said), "{said}");
    }
}

/// Who changes a draft prints its papers with its number.
#[tokio::test]
async fn a_changed_order_keeps_its_number_on_its_papers() {
    let w = World::new().await;
    let order = w.submitted().await;
    let number = w
        .get(&format!("/api/orders/{order}"), &w.owner)
        .await
        .json()["ordername"]
        .clone();
    let body = json!({"orderId": order, "form": form(), "dataIds": ["s1"]});
    let path = "/api/forms/7?format=docx";
    let paper = w.post(path, &w.owner, body.clone()).await;
    let text = String::from_utf8(unzipped(&paper.bytes)["word/document.xml"].clone()).unwrap();
    assert!(text.contains(number.as_str().unwrap()));
    assert_eq!(w.post(path, &w.stranger, body).await.status, 404);
}

#[tokio::test]
async fn an_application_that_is_not_kept_has_papers_too() {
    let w = World::new().await;
    let whole = json!({"type": 2, "form": form(), "dataIds": ["s1", "huge", "nobody"]});
    for body in [whole, json!({})] {
        let paper = w.post("/api/forms/7", &w.owner, body.clone()).await;
        assert_eq!(paper.status, 200, "{body}");
        assert!(paper.bytes.starts_with(b"%PDF-"));
    }
    let wrong = w.post("/api/forms/7", &w.owner, json!({"type": 9})).await;
    assert_eq!(wrong.status, 400);
    assert_eq!(
        w.post("/api/forms/4", &w.owner, json!({})).await.status,
        404
    );
}
