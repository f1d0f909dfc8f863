//! Pictures that workers made.

use axum::http::header;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::preview::PreviewState;
use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use storage::StorageError;
use storage::db::previews;
use storage::lifecycle;

use crate::context::Context;
use crate::etag;
use crate::problem::Problem;

/// A new one may take its place as soon as the scene's file changes.
const CACHED: &str = "public, max-age=300";

/// How a picture may be kept on its way: one that not everybody may see is asked for anew each time.
pub(super) const fn caching(is_public: bool, usual: &'static str) -> &'static str {
    if is_public {
        usual
    } else {
        "private, no-cache"
    }
}

/// The answer, if there is such a picture. One that is still to be made is then made sooner.
pub(super) async fn answer(
    context: &Context,
    (data_id, small, is_public): (&str, bool, bool),
    headers: &HeaderMap,
) -> Result<Option<Response>, Problem> {
    let found = {
        let mut db = context.connection().await?;
        previews::of_data_id(&mut db, data_id).await?
    };
    let Some(preview) = found else {
        return Ok(None);
    };
    if preview.state == PreviewState::None && !preview.is_wanted {
        lifecycle::previews::want(&context.pool, preview.did, context.now()).await?;
    }
    let Some(keys) = preview.keys else {
        return Ok(None);
    };
    let key = if small {
        &keys.thumbnail
    } else {
        &keys.preview
    };
    // The name holds the claim that wrote the object, which is never written again.
    let about = [
        (header::ETAG, etag::strong(key.as_bytes())),
        (header::CACHE_CONTROL, caching(is_public, CACHED).to_owned()),
    ];
    if etag::matches(headers, &about[0].1) {
        return Ok(Some((StatusCode::NOT_MODIFIED, about).into_response()));
    }
    let Some(bytes) = read(context, key).await? else {
        // Removed by hand, or restored without its objects.
        let mut db = context.connection().await?;
        previews::lost(&mut db, preview.did, &keys.thumbnail, context.now()).await?;
        return Ok(None);
    };
    let kind = [(header::CONTENT_TYPE, "image/jpeg")];
    Ok(Some((about, kind, bytes).into_response()))
}

/// A picture is small, and is read whole; `None` when there is none under this name.
async fn read(context: &Context, key: &str) -> Result<Option<Bytes>, Problem> {
    let path = Path::parse(key).map_err(object_store::Error::from);
    let found = match path {
        Ok(path) => context.objects.get(&path).await,
        Err(error) => Err(error),
    };
    let read = match found {
        Ok(found) => found.bytes().await,
        Err(error) => Err(error),
    };
    match read {
        Ok(bytes) => Ok(Some(bytes)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(StorageError::from(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use domain::role::Role;
    use object_store::PutPayload;
    use serde_json::json;
    use storage::db::previews::{Keys, MadePictures};

    use super::*;
    use crate::testing::{Answer, TestApi, scene, square};

    /// Two scenes, of which the first has pictures.
    async fn with_pictures() -> TestApi {
        let api = TestApi::new().await;
        api.node(1, None, "卫星").await;
        let square = square(100.0, 30.0);
        api.scenes(&[scene("a", &square), scene("b", &square)])
            .await;
        let keys = Keys {
            thumbnail: "previews/1/x-1/thumbnail.jpg".into(),
            preview: "previews/1/x-1/preview.jpg".into(),
        };
        for (key, bytes) in [(&keys.thumbnail, "small"), (&keys.preview, "large picture")] {
            let path = Path::parse(key).unwrap();
            let put = api.context.objects.put(&path, PutPayload::from(bytes));
            put.await.unwrap();
        }
        let mut db = api.context.connection().await.unwrap();
        let did = previews::of_data_id(&mut db, "a")
            .await
            .unwrap()
            .unwrap()
            .did;
        let made = MadePictures {
            keys,
            width: 1024,
            height: 700,
        };
        previews::publish(&mut db, did, &made, api.context.now())
            .await
            .unwrap();
        api
    }

    async fn get_image(api: &TestApi, kind: u8, tag: &str) -> Answer {
        let request = Request::get(format!("/api/scenes/a/image?typeId={kind}"))
            .header("if-none-match", tag)
            .header("accept-encoding", "gzip, br")
            .body(Body::empty())
            .unwrap();
        api.send(request).await
    }

    #[tokio::test]
    async fn made_pictures_are_served_with_strong_tags() {
        let api = with_pictures().await;
        let small = get_image(&api, 1, "").await;
        assert_eq!(small.status, StatusCode::OK);
        assert_eq!(
            (small.header("content-type"), &*small.bytes),
            ("image/jpeg", &b"small"[..])
        );
        assert_eq!(small.header("content-length"), "5");
        assert_eq!(small.header("cache-control"), CACHED);
        let tag = small.header("etag").to_owned();
        assert!(tag.starts_with('"') && tag.len() > 20, "{tag}");
        let large = get_image(&api, 2, &tag).await;
        assert_eq!(
            (large.status, &*large.bytes),
            (StatusCode::OK, &b"large picture"[..])
        );
        let again = get_image(&api, 1, &format!("\"other\", {tag}")).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert_eq!((again.header("etag"), again.bytes.len()), (&*tag, 0));
    }

    #[tokio::test]
    async fn every_list_tells_where_there_is_a_picture() {
        let api = with_pictures().await;
        let token = api.signed_in("zhangsan", Role::Applicant).await;
        let both = json!({"dataIds": ["a", "b"]});
        api.post("/api/cart", &token, both).await;
        let lists = [
            api.post("/api/scenes/search", "", json!({})).await,
            api.post("/api/scenes/search", "", json!({"text": "GF1"}))
                .await,
            api.get("/api/cart", &token).await,
        ];
        for list in lists {
            let mut found: Vec<_> = list.json()["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| (item["dataid"].clone(), item["imageurl"].clone()))
                .collect();
            found.sort_by_key(|(id, _)| id.to_string());
            let a = json!("/api/scenes/a/image?typeId=1");
            assert_eq!(found, [(json!("a"), a), (json!("b"), json!(null))]);
        }
        let detail = api.get("/api/scenes/a", "").await.json();
        assert_eq!(detail["imageurl"], "/api/scenes/a/image?typeId=1");
        let item = api.get("/stac/search?ids=a", "").await.json();
        let assets = &item["features"][0]["assets"];
        assert_eq!(assets["preview"]["type"], "image/jpeg", "{item}");
    }

    async fn is_wanted(api: &TestApi, id: &str) -> bool {
        let mut db = api.context.connection().await.unwrap();
        let found = previews::of_data_id(&mut db, id).await.unwrap();
        found.unwrap().is_wanted
    }

    #[tokio::test]
    async fn looking_for_a_picture_that_is_not_made_yet_hurries_it() {
        let api = with_pictures().await;
        assert!(!is_wanted(&api, "b").await);
        for _ in 0..2 {
            let answer = api.get("/api/scenes/b/image?typeId=1", "").await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND);
        }
        assert!(is_wanted(&api, "b").await);
        assert!(!is_wanted(&api, "a").await);
    }

    /// After a restore, or by hand.
    #[tokio::test]
    async fn a_picture_whose_object_is_gone_is_made_again() {
        let api = with_pictures().await;
        let path = Path::parse("previews/1/x-1/preview.jpg").unwrap();
        api.context.objects.delete(&path).await.unwrap();
        assert_eq!(get_image(&api, 2, "").await.status, StatusCode::NOT_FOUND);
        assert!(is_wanted(&api, "a").await);
        let item = api.get("/api/scenes/a", "").await.json();
        assert_eq!(item["imageurl"], json!(null));
    }
}
