//! The file of an upload that holds a table.

use texts::{FieldText, ProblemText};

use crate::json::Multipart;
use crate::problem::Problem;

/// The one file, whole in memory.
pub(crate) async fn read(Multipart(mut form): Multipart, most: usize) -> Result<Vec<u8>, Problem> {
    let mut file: Option<Vec<u8>> = None;
    while let Some(mut field) = form.next_field().await? {
        if field.name() != Some("file") {
            continue;
        }
        if file.is_some() {
            return Err(Problem::bad_request(ProblemText::OneFile));
        }
        let bytes = file.insert(Vec::new());
        while let Some(piece) = field.chunk().await? {
            if bytes.len() + piece.len() > most {
                return Err(Problem::too_large());
            }
            bytes.extend_from_slice(&piece);
        }
    }
    file.ok_or_else(|| Problem::invalid_field("file", FieldText::FileMissing))
}
