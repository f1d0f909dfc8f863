//! The whole application: routes, headers, limits.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::trace::TraceLayer;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, InfoBuilder, OpenApi, OpenApiBuilder};

use crate::context::Context;
use crate::problem::{Problem, no_such_method, no_such_path};
use crate::router::{Declared, Routes};
use crate::{
    announcements, areas, attachments, audit_desk, audit_log, auth, basemap, behaviours, body,
    bookmarks, cart, catalog, client_systems, config, content, dashboard, delivery,
    delivery_records, dictionary, exports, guide, inbox, legacy, monitor, news, nul_bytes, ops,
    orders, own_queue, processes, push_targets, receiving, recommend, regions, registry,
    research_results, roles, scene_copies, scenes, scopes, searches, separation, set_up, settings,
    shelf, stac, statistics, subscriptions, survey, system, tasks, units, users, web, webhooks,
    yearly_report,
};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Everything that is answered over HTTP.
///
/// Serve it with `into_make_service_with_connect_info::<SocketAddr>()`, so that handlers know the peer.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the application keeps its context"
)]
pub fn app(context: Context) -> Router {
    let (router, document, declarations) = declared(&context).finish();
    let document = serve_document(&document);
    let headers = security_headers(&context);
    let (counting, guarding, timing) = (context.clone(), context.clone(), context.clone());
    let product = router.route("/api/openapi.json", get(document));
    let router = product
        .clone()
        .merge(legacy::router(&context, &product, &declarations))
        .route("/api", axum::routing::any(no_such_path))
        .route("/api/", axum::routing::any(no_such_path))
        .route("/api/{*rest}", axum::routing::any(no_such_path))
        .route("/stac/{*rest}", axum::routing::any(no_such_path))
        .route("/stac/", get(stac::without_slash))
        .fallback(web::serve)
        .method_not_allowed_fallback(no_such_method)
        .layer(axum::middleware::from_fn(stac::share))
        .layer(axum::middleware::from_fn_with_state(timing, body::limit));
    router
        .layer(axum::middleware::from_fn_with_state(
            headers,
            add_security_headers,
        ))
        .layer(axum::middleware::from_fn_with_state(
            guarding,
            system::configured::add_policy,
        ))
        .layer(CompressionLayer::new().gzip(true).compress_when(is_text))
        .layer(axum::middleware::from_fn(nul_bytes::refuse))
        .layer(CatchPanicLayer::custom(answer_panic))
        .layer(axum::middleware::from_fn_with_state(
            counting,
            ops::metrics::count,
        ))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_request(())
                .on_response(log_answer)
                .on_failure(()),
        )
        .layer(PropagateRequestIdLayer::new(REQUEST_ID))
        .layer(SetRequestIdLayer::new(REQUEST_ID, MakeRequestUuid))
}

/// Every declared route with who may call it.
#[must_use]
pub fn routes(context: &Context) -> Vec<Declared> {
    declared(context).finish().2
}

/// The OpenAPI 3.1 document.
#[must_use]
pub fn openapi(context: &Context) -> OpenApi {
    declared(context).finish().1
}

fn declared(context: &Context) -> Routes {
    let mut routes = Routes::new(context.clone(), empty_document());
    auth::declare(&mut routes);
    basemap::declare(&mut routes);
    config::declare(&mut routes);
    units::declare(&mut routes);
    users::declare(&mut routes);
    roles::declare(&mut routes);
    processes::declare(&mut routes);
    dictionary::declare(&mut routes);
    set_up::declare(&mut routes);
    settings::declare(&mut routes);
    survey::declare(&mut routes);
    scopes::declare(&mut routes);
    separation::declare(&mut routes);
    system::declare(&mut routes);
    announcements::declare(&mut routes);
    news::declare(&mut routes);
    guide::declare(&mut routes);
    content::declare(&mut routes, context.settings.guide_video_max_bytes);
    audit_desk::declare(&mut routes);
    audit_log::declare(&mut routes);
    behaviours::declare(&mut routes);
    catalog::declare(&mut routes);
    scenes::declare(&mut routes);
    stac::declare(&mut routes);
    scene_copies::declare(&mut routes);
    client_systems::declare(&mut routes);
    regions::declare(&mut routes);
    areas::declare(&mut routes, context.settings.upload_max_bytes);
    bookmarks::declare(&mut routes);
    searches::declare(&mut routes);
    cart::declare(&mut routes);
    recommend::declare(&mut routes);
    orders::declare(&mut routes);
    dashboard::declare(&mut routes);
    own_queue::declare(&mut routes);
    attachments::declare(&mut routes, context.settings.upload_max_bytes);
    delivery::declare(&mut routes);
    exports::declare(&mut routes);
    statistics::declare(&mut routes);
    registry::declare(&mut routes);
    research_results::declare(&mut routes);
    delivery_records::declare(&mut routes);
    yearly_report::declare(&mut routes);
    inbox::declare(&mut routes);
    webhooks::declare(&mut routes);
    push_targets::declare(&mut routes);
    shelf::declare(&mut routes);
    receiving::declare(&mut routes);
    subscriptions::declare(&mut routes);
    monitor::declare(&mut routes);
    tasks::declare(&mut routes);
    ops::declare(&mut routes, context.settings.operations_routes);
    routes
}

fn empty_document() -> OpenApi {
    let mut components = Components::new();
    components.add_security_scheme(
        "bearer",
        SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
    );
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("scenedock")
                .version(env!("CARGO_PKG_VERSION"))
                .build(),
        )
        .components(Some(components))
        .build()
}

fn serve_document(
    document: &OpenApi,
) -> impl Fn() -> std::future::Ready<Response> + Clone + Send + Sync + 'static {
    let body = document.to_json().ok();
    move || {
        let answer = match &body {
            Some(text) => {
                ([(header::CONTENT_TYPE, "application/json")], text.clone()).into_response()
            }
            None => Problem::internal().into_response(),
        };
        std::future::ready(answer)
    }
}

/// Headers that every answer has.
type SecurityHeaders = Arc<[(HeaderName, HeaderValue)]>;

/// All but the policy of [`system::policy`], which follows from the configuration.
fn security_headers(context: &Context) -> SecurityHeaders {
    let mut headers = vec![
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (
            header::REFERRER_POLICY,
            HeaderValue::from_static("same-origin"),
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin"),
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("same-origin"),
        ),
    ];
    if context.settings.https {
        headers.push((
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000"),
        ));
    }
    headers.into()
}

/// Those that an answer does not have.
async fn add_security_headers(
    State(headers): State<SecurityHeaders>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in headers.iter() {
        let entry = response.headers_mut().entry(name);
        entry.or_insert_with(|| value.clone());
    }
    response
}

/// Compresses what is text and finished; downloads and event streams pass as they are.
fn is_text(
    _: axum::http::StatusCode,
    _: axum::http::Version,
    headers: &axum::http::HeaderMap,
    _: &axum::http::Extensions,
) -> bool {
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    matches!(
        kind,
        "application/json"
            | "application/geo+json"
            | "application/schema+json"
            | "application/problem+json"
            | "text/html"
            | "text/css"
            | "text/javascript"
            | "application/javascript"
            | "image/svg+xml"
    ) && !headers.contains_key(header::CONTENT_RANGE)
        && !headers.contains_key(header::CONTENT_DISPOSITION)
}

#[expect(clippy::needless_pass_by_value, reason = "the layer gives it away")]
fn answer_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    tracing::error!(panic = message, "a handler panicked");
    Problem::internal().into_response()
}

/// The path without its query: queries may hold names and areas that belong in no log.
fn span(request: &Request) -> tracing::Span {
    let id = request
        .headers()
        .get(REQUEST_ID)
        .and_then(|id| id.to_str().ok())
        .unwrap_or_default();
    tracing::info_span!("request", method = %request.method(), path = request.uri().path(), id)
}

fn log_answer(response: &Response, took: Duration, _: &tracing::Span) {
    tracing::debug!(
        status = response.status().as_u16(),
        ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        "answered"
    );
}

#[cfg(test)]
mod tests;
