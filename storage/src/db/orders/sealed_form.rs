//! The application form of an order as it is stored: its telephone number is sealed (GB/T 39786).

use domain::attachment::AttachmentKind;
use domain::ids::{AttachmentId, OrderId};
use domain::order::application::{ApplicationContent, ApplicationForm};

use crate::StorageError;
use crate::personal_data::OrderPhone;
use crate::sealed::ServerKey;

/// A form whose telephone number only the server's key opens.
#[derive(Debug, Clone, PartialEq)]
pub struct SealedForm {
    order: OrderId,
    /// With what a version before this one has left of the number in clear: mostly nothing.
    rest: ApplicationForm,
    phone: Option<Vec<u8>>,
}

impl SealedForm {
    pub(super) const fn new(order: OrderId, rest: ApplicationForm, phone: Option<Vec<u8>>) -> Self {
        Self { order, rest, phone }
    }

    /// What the form says beside the telephone number.
    #[must_use]
    pub const fn rest(&self) -> &ApplicationForm {
        &self.rest
    }

    /// The whole form. A number that the key does not open is none, and the log says so.
    #[must_use]
    pub fn open(&self, key: &ServerKey) -> ApplicationForm {
        let stored = (self.phone.as_deref(), self.rest.phone.clone());
        ApplicationForm {
            phone: OrderPhone(self.order).open_or_none(key, stored),
            ..self.rest.clone()
        }
    }
}

/// What an order held when it was rejected, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct SealedContent {
    form: SealedForm,
    scenes: Vec<i64>,
    papers: Vec<(AttachmentKind, AttachmentId)>,
}

impl SealedContent {
    pub(super) fn new(order: OrderId, content: ApplicationContent, phone: Option<Vec<u8>>) -> Self {
        Self {
            form: SealedForm::new(order, content.form, phone),
            scenes: content.scenes,
            papers: content.papers,
        }
    }

    /// The whole form, decrypted.
    #[must_use]
    pub fn open(&self, key: &ServerKey) -> ApplicationContent {
        ApplicationContent::new(
            self.form.open(key),
            self.scenes.clone(),
            self.papers.clone(),
        )
    }
}

pub(super) fn seal_phone(
    key: &ServerKey,
    order: OrderId,
    form: &ApplicationForm,
) -> Result<Option<Vec<u8>>, StorageError> {
    OrderPhone(order).seal(key, &form.phone)
}
