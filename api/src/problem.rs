//! Every refusal and failure, as problem+json (RFC 9457).

use std::borrow::Cow;

use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::order::state::Refusal;
use domain::quota::QuotaMet;
use domain::role::Role;
use serde::Serialize;
use storage::StorageError;
use utoipa::ToSchema;

/// Seconds after which a caller may try again when a dependency is away.
const RETRY_AFTER_SECONDS: u32 = 5;

/// Most characters of a reason that quotes the request.
const LONGEST_REASON: usize = 200;

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field's name in the request.
    pub field: Cow<'static, str>,
    /// The message to show.
    pub detail: Cow<'static, str>,
}

/// An answer other than success. `code` is stable, `detail` is shown to the person.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    detail: Cow<'static, str>,
    errors: Vec<FieldError>,
    needs: Vec<Role>,
    retry_after: Option<u32>,
}

/// The JSON of a [`Problem`].
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody {
    /// Always `about:blank`: the meaning is in `code`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// The message to show.
    detail: Cow<'static, str>,
    /// Stable, for programs.
    code: &'static str,
    /// What is wrong field by field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// Of a 403: the roles that may. An administrator gives them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<crate::orders::codes::Role>)]
    needs: Vec<Role>,
}

impl Problem {
    /// A problem with a stable code and the message to show.
    pub fn new(
        status: StatusCode,
        code: &'static str,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            errors: Vec::new(),
            needs: Vec::new(),
            retry_after: None,
        }
    }

    /// 400: the request cannot be understood.
    pub fn bad_request(code: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    /// 400 with what is wrong field by field; the first message is shown.
    #[must_use]
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let detail = errors
            .first()
            .map_or(Cow::Borrowed("请求参数不正确"), |first| {
                first.detail.clone()
            });
        Self::bad_request("invalid", detail).with_errors(errors)
    }

    /// 400 because of one field.
    pub fn invalid_field(
        field: impl Into<Cow<'static, str>>,
        detail: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::invalid(vec![FieldError {
            field: field.into(),
            detail: detail.into(),
        }])
    }

    /// 400: a character or a number that the database does not keep.
    #[must_use]
    pub fn unstorable() -> Self {
        Self::bad_request("unstorable", "请求中包含无法保存的字符或数值")
    }

    /// 401: no session, or one that has ended.
    #[must_use]
    pub fn not_signed_in() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "not_signed_in",
            "登录过期，请重新登录!",
        )
    }

    /// 403: signed in, but not theirs to do.
    #[must_use]
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", "没有权限执行此操作")
    }

    /// 403, with the roles that may.
    #[must_use]
    pub fn only_for(roles: Vec<Role>) -> Self {
        Self {
            needs: roles,
            ..Self::forbidden()
        }
    }

    /// 404.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", "请求的内容不存在")
    }

    /// 409.
    pub fn conflict(code: &'static str, detail: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    /// 413.
    #[must_use]
    pub fn too_large() -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
            "提交的内容超过大小限制",
        )
    }

    /// 500: nothing that the caller could mend.
    #[must_use]
    pub fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "系统内部错误，请稍后重试",
        )
    }

    /// 503: a dependency is away.
    #[must_use]
    pub fn unavailable() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "服务暂时不可用，请稍后重试",
        )
        .retry_after(RETRY_AFTER_SECONDS)
    }

    /// Adds what is wrong field by field.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors;
        self
    }

    /// Says when to try again, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: self.detail,
            code: self.code,
            errors: self.errors,
            needs: self.needs,
        };
        let mut response = (self.status, axum::Json(body)).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<QuotaMet> for Problem {
    fn from(met: QuotaMet) -> Self {
        Self::conflict(met.code(), met.to_string())
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        if let StorageError::Exhausted(exhausted) = error {
            return exhausted.into();
        }
        if error.is_out_of_space() {
            tracing::error!(%error, "the object store is full");
            return Self::new(
                StatusCode::INSUFFICIENT_STORAGE,
                "no_space",
                "服务器存储空间不足，请联系管理员",
            );
        }
        if error.is_unavailable() {
            tracing::warn!(%error, "a dependency is away");
            return Self::unavailable();
        }
        if error.is_unstorable_value() {
            return Self::unstorable();
        }
        if error.is_timeout() {
            tracing::warn!(%error, "a statement took too long");
            return Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too_slow",
                "查询超时，请缩小查询范围后重试",
            )
            .retry_after(RETRY_AFTER_SECONDS);
        }
        tracing::error!(%error, "internal error");
        Self::internal()
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invisible => Self::new(StatusCode::NOT_FOUND, "not_found", "订单不存在"),
            Refusal::NotAllowed => Self::forbidden(),
            Refusal::WrongState { .. } => Self::conflict(
                "wrong_state",
                "订单状态已改变，不能执行此操作，请刷新后重试",
            ),
        }
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "not_json",
                "请求内容必须是 JSON (application/json)",
            ),
            _ => Self::bad_request(
                "bad_json",
                format!("请求内容格式不正确: {}", cut(&rejection.body_text())),
            ),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad_request(
            "bad_query",
            format!("查询参数不正确: {}", cut(&rejection.body_text())),
        )
    }
}

impl From<PathRejection> for Problem {
    /// An id that cannot be one is the id of nothing.
    fn from(_: PathRejection) -> Self {
        Self::not_found()
    }
}

impl From<MultipartRejection> for Problem {
    fn from(rejection: MultipartRejection) -> Self {
        Self::bad_request(
            "bad_multipart",
            format!("上传内容格式不正确: {}", cut(&rejection.body_text())),
        )
    }
}

impl From<MultipartError> for Problem {
    fn from(error: MultipartError) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Self::too_large();
        }
        Self::bad_request(
            "bad_multipart",
            format!("上传内容格式不正确: {}", cut(&error.body_text())),
        )
    }
}

/// The beginning of a reason: it may quote what was sent, however long that was.
fn cut(reason: &str) -> String {
    reason.chars().take(LONGEST_REASON).collect()
}

/// For the fallback: no such path.
pub async fn no_such_path() -> Problem {
    Problem::not_found()
}

/// For the fallback: the path exists, the method does not.
pub async fn no_such_method() -> Problem {
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "不支持此请求方法",
    )
}
