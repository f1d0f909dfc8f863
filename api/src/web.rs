//! The two web apps, embedded: the portal at `/`, the back office at `/admin/`.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::etag;
use crate::problem::Problem;

/// The applicants' app.
#[derive(RustEmbed)]
#[folder = "../portal-ui/dist"]
struct Portal;

/// The administrators' app.
#[derive(RustEmbed)]
#[folder = "../admin-ui/dist"]
struct BackOffice;

/// Names below here hold a hash of what they name, so they never change.
const HASHED: &str = "assets/";

/// Answers whatever no route answers: a file of a web app, or its page, which then finds the way itself.
pub async fn serve(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Problem::not_found().into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let found = match path.strip_prefix("admin") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => {
            find::<BackOffice>(rest.trim_start_matches('/'))
        }
        _ => find::<Portal>(path),
    };
    let Some((name, file)) = found else {
        return Problem::not_found().into_response();
    };
    answer(&request, &name, file)
}

fn find<App: RustEmbed>(path: &str) -> Option<(String, EmbeddedFile)> {
    if let Some(file) = App::get(path) {
        return Some((path.to_owned(), file));
    }
    // A picture or script that is not there is not a page.
    let last = path.rsplit('/').next().unwrap_or_default();
    if last.contains('.') || path.starts_with(HASHED) {
        return None;
    }
    App::get("index.html").map(|file| ("index.html".to_owned(), file))
}

fn answer(request: &Request, name: &str, file: EmbeddedFile) -> Response {
    let tag = etag::weak(&file.metadata.sha256_hash());
    let caching = if name.starts_with(HASHED) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let kind = HeaderValue::from_str(&media_type(file.metadata.mimetype()))
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let caching = (header::CACHE_CONTROL, HeaderValue::from_static(caching));
    let tag_value = HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"\""));
    if etag::matches(request.headers(), &tag) {
        return (
            StatusCode::NOT_MODIFIED,
            [caching, (header::ETAG, tag_value)],
        )
            .into_response();
    }
    let headers = [
        caching,
        (header::ETAG, tag_value),
        (header::CONTENT_TYPE, kind),
    ];
    (headers, file.data.into_owned()).into_response()
}

fn media_type(guessed: &str) -> String {
    if guessed.starts_with("text/") {
        return format!("{guessed}; charset=utf-8");
    }
    guessed.to_owned()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::{Method, Request, StatusCode};

    use crate::testing::TestApi;

    #[tokio::test]
    async fn pages_find_their_own_way_and_files_do_not() {
        let api = TestApi::new().await;
        for page in [
            "/",
            "/search",
            "/manage/person/shopCar",
            "/admin",
            "/admin/",
            "/admin/orders/1",
        ] {
            let answer = api.get(page, "").await;
            assert_eq!(answer.status, StatusCode::OK, "{page}");
            assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
            assert_eq!(answer.header("cache-control"), "no-cache");
        }
        for missing in [
            "/assets/none.js",
            "/assets/none",
            "/none.png",
            "/admin/assets/x.js",
            "/api/none",
            "/../Cargo.toml",
            "/..%2f..%2fCargo.toml",
        ] {
            assert_eq!(
                api.get(missing, "").await.status,
                StatusCode::NOT_FOUND,
                "{missing}"
            );
        }
        assert_eq!(
            api.call(Method::POST, "/search", "", None).await.status,
            StatusCode::NOT_FOUND
        );
    }

    #[tokio::test]
    async fn a_page_that_one_has_is_not_sent_again() {
        let api = TestApi::new().await;
        let tag = api.get("/", "").await.header("etag").to_owned();
        let again = Request::get("/")
            .header("if-none-match", &tag)
            .body(Body::empty())
            .unwrap();
        let again = api.send(again).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert_eq!(again.header("etag"), tag);
    }
}
