//! Why the writing of a paper fails.

/// Why a paper was not written. None of it is the applicant's fault.
#[derive(Debug, thiserror::Error)]
pub enum FormError {
    /// The packaged font cannot be read.
    #[error("the font of the forms cannot be read: {0}")]
    Font(String),
    /// The writer of the format refused.
    #[error("the form could not be written: {0}")]
    Writer(String),
}
