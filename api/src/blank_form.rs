//! Blank papers to print, filled in: how they are asked for and answered, whatever is applied for with them.

use axum::http::header;
use axum::response::IntoResponse;
use domain::attachment::AttachmentKind;
use forms::facts::PaperFacts;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::attachments::disposition;
use crate::context::Context;
use crate::problem::Problem;

/// What the paper is written as.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[schema(as = BlankFormFormat)]
#[serde(rename_all = "lowercase")]
enum FormatName {
    #[default]
    Pdf,
    Docx,
}

/// How the paper is written.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BlankFormQuery {
    /// `pdf` when left out.
    #[serde(default)]
    #[param(inline)]
    format: FormatName,
}

impl BlankFormQuery {
    const fn format(self) -> forms::Format {
        match self.format {
            FormatName::Pdf => forms::Format::Pdf,
            FormatName::Docx => forms::Format::Docx,
        }
    }
}

/// The blank paper of a slot, as a file; 404 for slots that have none. A few are written at once, the others wait.
pub(crate) async fn written(
    context: &Context,
    kind: i16,
    facts: &PaperFacts,
    query: BlankFormQuery,
) -> Result<impl IntoResponse + use<>, Problem> {
    let format = query.format();
    let kind = AttachmentKind::try_from(kind).map_err(|_| Problem::not_found())?;
    let document = forms::document(kind, facts).ok_or_else(Problem::not_found)?;
    let _turn = context
        .form_writers
        .acquire()
        .await
        .map_err(|_| Problem::internal())?;
    let bytes = tokio::task::spawn_blocking(move || forms::write(&document, format))
        .await
        .map_err(|_| Problem::internal())?
        .map_err(|error| {
            tracing::error!(%error, "a blank paper was not written");
            Problem::internal()
        })?;
    let number = facts.number.as_deref().unwrap_or("空白");
    let name = format!("{}-{number}.{}", kind.name(), format.ending());
    Ok((
        [
            (header::CONTENT_TYPE, format.media_type().to_owned()),
            (
                header::CONTENT_DISPOSITION,
                disposition("attachment", &name),
            ),
            (header::CACHE_CONTROL, "private, no-store".to_owned()),
        ],
        bytes,
    ))
}
