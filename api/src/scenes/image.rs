//! `GET /api/scenes/{dataId}/image`

use std::io::{Cursor, Read as _};
use std::path::{Path as FilePath, PathBuf};
use texts::FieldText;

use ::image::{ImageFormat, ImageReader, Limits};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::attachment::PaperFormat;
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use storage::db::scenes::Scene;
use storage::db::scopes::Viewer;
use storage::regular_file;
use utoipa::IntoParams;

use super::scene_view::is_local_image;
use crate::caller::MaybeCaller;
use crate::catalogue_scope;
use crate::catalogue_scope::no_such_scene;
use crate::context::Context;
use crate::etag;
use crate::json::{Path, Query};
use crate::problem::Problem;

mod made_pictures;

use made_pictures::caching;

/// Larger files are no previews.
const LARGEST_FILE: u64 = 32 * 1024 * 1024;
/// Longer side of a thumbnail, pixels.
const THUMBNAIL: u32 = 256;
/// A picture that unpacks to more is not unpacked.
const LARGEST_UNPACKED: u64 = 256 * 1024 * 1024;

/// Picture of the scene, by kind.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImageQuery {
    /// 1 thumbnail, 2 preview.
    #[serde(default = "preview")]
    type_id: u8,
}

const fn preview() -> u8 {
    2
}

/// The thumbnail or the preview of a scene: a JPEG that workers made from its raster or, where there is none yet, the
/// catalogue's own picture; 404 where there is neither.
#[utoipa::path(get, path = "/api/scenes/{dataId}/image", tag = "catalogue", operation_id = "getImageByTypeForAll",
    params(("dataId" = String, Path), ImageQuery),
    responses((status = 200, content_type = "image/jpeg"), (status = 304),
              (status = 404, body = crate::problem::ProblemBody)))]
pub async fn image(
    State(context): State<Context>,
    MaybeCaller(caller): MaybeCaller,
    Path(data_id): Path<String>,
    Query(query): Query<ImageQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !matches!(query.type_id, 1 | 2) {
        return Err(Problem::invalid_field("typeId", FieldText::ImageTypeWrong));
    }
    let small = query.type_id == 1;
    let viewer = catalogue_scope::viewer(caller.as_ref());
    let (scene, is_public) = visible_scene(&context, (viewer, &data_id)).await?;
    let ready_made = (&*data_id, small, is_public);
    if let Some(answer) = made_pictures::answer(&context, ready_made, &headers).await? {
        return Ok(answer);
    }
    let file = locate(&context, scene).await?;
    let about = tokio::fs::metadata(&file)
        .await
        .map_err(|_| no_such_scene())?;
    if !about.is_file() || about.len() > LARGEST_FILE {
        return Err(no_such_scene());
    }
    let tag = etag::of_file(&about, query.type_id);
    if etag::matches(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response());
    }
    let bytes = tokio::task::spawn_blocking(move || read(&file))
        .await
        .map_err(|_| Problem::internal())?
        .map_err(|_| no_such_scene())?;
    let (kind, bytes) = picture(&context, bytes, small).await?;
    let headers = [
        (header::CONTENT_TYPE, kind.media_type().to_owned()),
        (
            header::CACHE_CONTROL,
            caching(is_public, "public, max-age=3600").to_owned(),
        ),
        (header::ETAG, tag),
    ];
    Ok((headers, bytes).into_response())
}

/// The scene, if the caller may see it, and whether everybody may.
async fn visible_scene(
    context: &Context,
    viewed: (Viewer, &str),
) -> Result<(Scene, bool), Problem> {
    let mut db = context.connection().await?;
    let scene = catalogue_scope::scene(context, &mut db, viewed).await?;
    let everybodys = catalogue_scope::scope_of(context, &mut db, Viewer::Guest).await?;
    let is_public = everybodys.holds(scene.nodeid, scene.footprint.view());
    Ok((scene, is_public))
}

/// The whole file, which is looked at anew: since its size was asked for it may have become a pipe, or longer.
fn read(file: &FilePath) -> std::io::Result<Vec<u8>> {
    let (file, _) = regular_file::open(file)?;
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The file behind the scene's picture, if it is one of the archive's.
async fn locate(context: &Context, scene: Scene) -> Result<PathBuf, Problem> {
    let url = scene
        .image_url
        .filter(|url| is_local_image(url))
        .ok_or_else(no_such_scene)?;
    let named = file_of(&url).ok_or_else(no_such_scene)?;
    // After every link is followed: a link out of the archive leads nowhere.
    let real = tokio::fs::canonicalize(named)
        .await
        .map_err(|_| no_such_scene())?;
    for root in &context.settings.archive_roots {
        let root = tokio::fs::canonicalize(root).await;
        if root.is_ok_and(|root| real.starts_with(root)) {
            return Ok(real);
        }
    }
    Err(no_such_scene())
}

fn file_of(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = FilePath::new(path.as_ref());
    path.is_absolute().then(|| path.to_owned())
}

/// Tells by the bytes what it is; anything but a JPEG or PNG is not served.
async fn picture(
    context: &Context,
    bytes: Vec<u8>,
    small: bool,
) -> Result<(PaperFormat, Vec<u8>), Problem> {
    let Some(kind @ (PaperFormat::Jpeg | PaperFormat::Png)) = PaperFormat::sniff(&bytes) else {
        return Err(no_such_scene());
    };
    if !small {
        return Ok((kind, bytes));
    }
    let permit = context
        .picture_unpackers
        .acquire()
        .await
        .map_err(|_| Problem::internal())?;
    let shrunk = tokio::task::spawn_blocking(move || shrink(bytes))
        .await
        .map_err(|_| Problem::internal())?;
    drop(permit);
    let shrunk = shrunk.map_err(|error| {
        tracing::warn!(%error, "a preview picture cannot be read");
        no_such_scene()
    })?;
    Ok((PaperFormat::Jpeg, shrunk))
}

fn shrink(bytes: Vec<u8>) -> Result<Vec<u8>, ::image::ImageError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(LARGEST_UNPACKED);
    reader.limits(limits);
    let whole = reader.decode()?;
    let small = whole.thumbnail(THUMBNAIL, THUMBNAIL).to_rgb8();
    let mut written = Cursor::new(Vec::new());
    small.write_to(&mut written, ImageFormat::Jpeg)?;
    Ok(written.into_inner())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use axum::body::Body;
    use axum::http::Request;

    use super::*;
    use crate::context::Settings;
    use crate::testing::{TestApi, scene, square};

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        ::image::RgbImage::from_pixel(width, height, ::image::Rgb([1, 2, 3]))
            .write_to(&mut bytes, ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    }

    /// One scene for each picture address, named 0, 1, 2 ...
    async fn with_images(root: &Path, urls: &[String]) -> TestApi {
        let api = TestApi::with(Settings {
            archive_roots: vec![root.to_owned()],
            ..Settings::default()
        })
        .await;
        api.node(1, None, "卫星").await;
        for (index, url) in urls.iter().enumerate() {
            let mut scene = scene(&index.to_string(), &square(0.0, 0.0));
            scene.image_url = Some(url.clone());
            api.scenes(&[scene]).await;
        }
        api
    }

    #[tokio::test]
    async fn previews_come_whole_and_thumbnails_small() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("a b.png"), png(600, 300)).unwrap();
        let api = with_images(
            root.path(),
            &[format!("file://{}/a%20b.png", root.path().display())],
        )
        .await;
        let preview = api.get("/api/scenes/0/image?typeId=2", "").await;
        assert_eq!(preview.status, StatusCode::OK);
        assert_eq!(preview.header("content-type"), "image/png");
        assert_eq!(preview.bytes, png(600, 300));
        let thumbnail = api.get("/api/scenes/0/image?typeId=1", "").await;
        assert_eq!(thumbnail.header("content-type"), "image/jpeg");
        let small = ::image::load_from_memory(&thumbnail.bytes).unwrap();
        assert_eq!((small.width(), small.height()), (256, 128));
        let again = Request::get("/api/scenes/0/image?typeId=1")
            .header("if-none-match", thumbnail.header("etag"))
            .body(Body::empty())
            .unwrap();
        let again = api.send(again).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert!(again.bytes.is_empty());
        assert_eq!(
            api.get("/api/scenes/0/image?typeId=3", "").await.status,
            StatusCode::BAD_REQUEST
        );
    }

    #[tokio::test]
    async fn nothing_outside_the_archive_is_served() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let secret = outside.path().join("secret.png");
        std::fs::write(&secret, png(2, 2)).unwrap();
        std::os::unix::fs::symlink(&secret, root.path().join("link.png")).unwrap();
        std::fs::write(root.path().join("page.png"), "<html>").unwrap();
        let (inside, secret) = (root.path().display(), secret.display());
        let urls = [
            format!("file://{secret}"),
            format!("file://{inside}/link.png"),
            format!("file://{inside}/../{secret}"),
            format!("file://{inside}/%2e%2e/{secret}"),
            format!("file://{inside}/page.png"),
            format!("file://{inside}/none.png"),
            format!("file://{inside}"),
            "http://127.0.0.1:1/a.png".into(),
            "file://relative.png".into(),
        ];
        let api = with_images(root.path(), &urls).await;
        for (index, url) in urls.iter().enumerate() {
            let answer = api
                .get(&format!("/api/scenes/{index}/image?typeId=2"), "")
                .await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{url}");
        }
    }

    #[tokio::test]
    async fn no_scene_and_no_picture_are_404() {
        let api = with_images(Path::new("/"), &[]).await;
        api.scenes(&[scene("plain", &square(0.0, 0.0))]).await;
        for id in ["plain", "none", "%00"] {
            let status = api.get(&format!("/api/scenes/{id}/image"), "").await.status;
            assert!(
                matches!(status, StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST),
                "{id}"
            );
        }
    }
}
