//! Every refusal and failure, as problem+json (RFC 9457).

use std::borrow::Cow;
use texts::{Message, Names, ProblemText, Text};

use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::order::state::Refusal;
use domain::permission::Permission;
use domain::quota::QuotaMet;
use domain::text::first_named;
use serde::Serialize;
use serde_json::{Map, Value};
use storage::StorageError;
use storage::paper_bytes::PaperFault;
use utoipa::ToSchema;

/// Seconds after which a caller may try again when a dependency is away.
const RETRY_AFTER_SECONDS: u32 = 5;

/// Most characters of a reason that quotes the request.
const LONGEST_REASON: usize = 200;

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The field's name in the request.
    field: Cow<'static, str>,
    /// The message to show, in Chinese.
    detail: String,
    /// Stable: names the message in the catalogue of texts.
    code: Cow<'static, str>,
    /// Values of the message's parameters.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = HashMap<String, Value>, required = false)]
    params: Map<String, Value>,
}

impl FieldError {
    /// What is wrong with the field of this name.
    pub fn new(field: impl Into<Cow<'static, str>>, text: impl Into<Message>) -> Self {
        let message = text.into();
        Self {
            field: field.into(),
            detail: message.chinese(),
            code: message.code,
            params: message.params,
        }
    }

    fn message(&self) -> Message {
        Message {
            code: self.code.clone(),
            params: self.params.clone(),
        }
    }
}

/// An answer other than success: a stable code, and the text that the person reads.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    message: Box<Message>,
    errors: Vec<FieldError>,
    needs: Vec<Permission>,
    ticket: Option<String>,
    retry_after: Option<u32>,
}

/// The code of the [`Problem`] that an answer is, beside it: for those who see only the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProblemCode(pub(crate) &'static str);

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
    /// The message to show, in Chinese.
    detail: String,
    /// Stable, for programs.
    code: &'static str,
    /// Stable: names the message in the catalogue of texts. Finer than `code`.
    reason: Cow<'static, str>,
    /// Values of the message's parameters.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = HashMap<String, Value>, required = false)]
    params: Map<String, Value>,
    /// What is wrong field by field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    /// Of a 403: the permissions of which one would do. A role that has it is what an administrator gives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<crate::orders::codes::Permission>)]
    needs: Vec<Permission>,
    /// Of a sign-in that lacks only the second factor: what stands for the password in the next call, for 120 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    ticket: Option<String>,
}

impl Problem {
    /// A problem whose code is what stands before the first dot of its text's key.
    #[must_use]
    pub fn new(status: StatusCode, text: ProblemText) -> Self {
        let key = text.key();
        Self {
            status,
            code: key.split_once('.').map_or(key, |(code, _)| code),
            message: Box::new(text.into()),
            errors: Vec::new(),
            needs: Vec::new(),
            ticket: None,
            retry_after: None,
        }
    }

    /// 400: the request cannot be understood.
    #[must_use]
    pub fn bad_request(text: ProblemText) -> Self {
        Self::new(StatusCode::BAD_REQUEST, text)
    }

    /// 400 with what is wrong field by field; the first message is shown.
    #[must_use]
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        let mut problem = Self::bad_request(ProblemText::Invalid);
        if let Some(first) = errors.first() {
            problem.message = Box::new(first.message());
        }
        problem.with_errors(errors)
    }

    /// 400 because of one field.
    pub fn invalid_field(field: impl Into<Cow<'static, str>>, text: impl Into<Message>) -> Self {
        Self::invalid(vec![FieldError::new(field, text)])
    }

    /// 400: a character or a number that the database does not keep.
    #[must_use]
    pub fn unstorable() -> Self {
        Self::bad_request(ProblemText::Unstorable)
    }

    /// 401: no session, or one that has ended.
    #[must_use]
    pub fn not_signed_in() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, ProblemText::NotSignedIn)
    }

    /// 403: signed in, but not theirs to do.
    #[must_use]
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, ProblemText::Forbidden)
    }

    /// 403, with the permissions of which one would do.
    #[must_use]
    pub fn needs_one(permissions: Vec<Permission>) -> Self {
        Self {
            needs: permissions,
            ..Self::forbidden()
        }
    }

    /// 404.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, ProblemText::NotFound)
    }

    /// 409.
    #[must_use]
    pub fn conflict(text: ProblemText) -> Self {
        Self::new(StatusCode::CONFLICT, text)
    }

    /// 413.
    #[must_use]
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, ProblemText::TooLarge)
    }

    /// 500: nothing that the caller could mend.
    #[must_use]
    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, ProblemText::Internal)
    }

    /// 503: a dependency is away.
    #[must_use]
    pub fn unavailable() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemText::Unavailable)
            .retry_after(RETRY_AFTER_SECONDS)
    }

    /// Adds what is wrong field by field.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.errors = errors;
        self
    }

    /// Hands out what stands for the password in the next call.
    #[must_use]
    pub fn with_ticket(mut self, ticket: &str) -> Self {
        self.ticket = Some(ticket.to_owned());
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

    /// The message to show, in Chinese.
    #[must_use]
    pub fn detail(&self) -> String {
        self.message.chinese()
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let code = ProblemCode(self.code);
        let message = *self.message;
        let body = ProblemBody {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: message.chinese(),
            code: self.code,
            reason: message.code,
            params: message.params,
            errors: self.errors,
            needs: self.needs,
            ticket: self.ticket,
        };
        let mut response = (self.status, axum::Json(body)).into_response();
        response.extensions_mut().insert(code);
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
        Self::conflict(met.text())
    }
}

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        if let StorageError::Exhausted(exhausted) = error {
            return exhausted.into();
        }
        if let StorageError::Paper(fault) = error {
            return fault.into();
        }
        if matches!(error, StorageError::ActorChanged) {
            return Self::conflict(ProblemText::AccountChangedMeanwhile);
        }
        if error.is_out_of_space() {
            tracing::error!(%error, "the object store is full");
            return Self::new(StatusCode::INSUFFICIENT_STORAGE, ProblemText::NoSpace);
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
            return Self::new(StatusCode::SERVICE_UNAVAILABLE, ProblemText::TooSlow)
                .retry_after(RETRY_AFTER_SECONDS);
        }
        tracing::error!(%error, "internal error");
        Self::internal()
    }
}

/// Whoever found it has logged it.
impl From<PaperFault> for Problem {
    fn from(fault: PaperFault) -> Self {
        let text = match fault {
            PaperFault::OtherKey => ProblemText::PaperKeyMissing,
            PaperFault::Damaged => ProblemText::PaperDamaged,
        };
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, text)
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invisible => Self::new(StatusCode::NOT_FOUND, ProblemText::OrderNotFound),
            Refusal::NotAllowed => Self::forbidden(),
            Refusal::WrongState { .. } => Self::conflict(ProblemText::WrongState),
        }
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::too_large(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ProblemText::NotJson)
            }
            _ => Self::bad_request(ProblemText::BadJson {
                reason: cut(&rejection.body_text()),
            }),
        }
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad_request(ProblemText::BadQuery {
            reason: cut(&rejection.body_text()),
        })
    }
}

/// How many use something, and what the first of them are called.
#[must_use]
pub(crate) fn in_use_by(names: &[String]) -> (u64, Names) {
    let count = names.len() as u64;
    (count, first_named(count, names))
}

/// The first of those who use something: units and people. Everybody, who has no name, is left out.
pub(crate) fn first_users<'a>(users: impl Iterator<Item = &'a str>) -> Names {
    let named = users.filter(|name| !name.is_empty());
    let named: Vec<String> = named.map(str::to_owned).collect();
    in_use_by(&named).1
}

impl From<PathRejection> for Problem {
    /// An id that cannot be one is the id of nothing.
    fn from(_: PathRejection) -> Self {
        Self::not_found()
    }
}

impl From<MultipartRejection> for Problem {
    fn from(rejection: MultipartRejection) -> Self {
        Self::bad_request(ProblemText::BadMultipart {
            reason: cut(&rejection.body_text()),
        })
    }
}

impl From<MultipartError> for Problem {
    fn from(error: MultipartError) -> Self {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Self::too_large();
        }
        Self::bad_request(ProblemText::BadMultipart {
            reason: cut(&error.body_text()),
        })
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
        ProblemText::MethodNotAllowed,
    )
}
