//! Why an account is not made or changed, in words for the person who asked.

use domain::account::AccountRefusal;
use storage::lifecycle::administration::AdministrationError;
use texts::{FieldText, ProblemText};

use crate::problem::Problem;

impl From<AdministrationError> for Problem {
    fn from(error: AdministrationError) -> Self {
        match error {
            AdministrationError::NotFound => Self::not_found(),
            AdministrationError::Refused(refusal) => refusal.into(),
            AdministrationError::Apart(refusal) => Self::conflict(refusal.text()),
            AdministrationError::NameTaken => {
                Self::invalid_field("loginName", FieldText::LoginNameTaken)
            }
            AdministrationError::ChangedMeanwhile => Self::conflict(ProblemText::ChangedMeanwhile),
            AdministrationError::OwnChangedMeanwhile => {
                Self::conflict(ProblemText::AccountChangedMeanwhile)
            }
            AdministrationError::ProviderTaken => Self::conflict(ProblemText::ProviderTaken),
            AdministrationError::SecondFactorOn => Self::conflict(ProblemText::SecondFactorOn),
            AdministrationError::UnknownRole => {
                Self::invalid_field("roleIds", FieldText::RoleWrong)
            }
            AdministrationError::Storage(error) => error.into(),
        }
    }
}

impl From<AccountRefusal> for Problem {
    fn from(refusal: AccountRefusal) -> Self {
        Self::conflict(refusal.text())
    }
}
