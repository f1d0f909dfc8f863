//! What is sealed of people: telephone numbers and identity numbers (GB/T 39786, storage of important data). Each value is
//! bound to its person and field, so that one copied into another row opens nowhere.

use domain::account::check_mobile;
use domain::ids::{OrderId, UserId};
use strum::IntoStaticStr;

use crate::StorageError;
use crate::sealed::ServerKey;

#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum SealedField {
    Phone,
    PhoneWork,
    IdNumber,
}

impl SealedField {
    /// Part of what every value is sealed with: never changed.
    fn word(self) -> &'static str {
        self.into()
    }

    fn context(self, user: UserId) -> Vec<u8> {
        [
            b"app_user",
            user.0.as_bytes().as_slice(),
            self.word().as_bytes(),
        ]
        .concat()
    }

    /// Nothing stays nothing.
    pub(crate) fn seal(
        self,
        key: &ServerKey,
        user: UserId,
        text: &str,
    ) -> Result<Option<Vec<u8>>, StorageError> {
        seal_text(key, &self.context(user), text)
    }

    /// `plain` is what a version before this one may have written since.
    pub(crate) fn open(
        self,
        key: &ServerKey,
        user: UserId,
        value: (Option<&[u8]>, String),
    ) -> Result<String, StorageError> {
        open_text(key, &self.context(user), value)
    }

    /// The same for whoever can do without it: a value that the key does not open is none, and the log says so.
    pub(crate) fn open_or_none(
        self,
        key: &ServerKey,
        user: UserId,
        value: (Option<&[u8]>, String),
    ) -> String {
        self.open(key, user, value).unwrap_or_else(|error| {
            tracing::error!(%error, user = %user.0, field = self.word(), "the server key does not open personal data");
            String::new()
        })
    }

    /// Sealed anew; where nothing is to stand and the key does not open what stands there, that stays: it may have been
    /// the wrong key.
    pub(crate) fn reseal(
        self,
        key: &ServerKey,
        user: UserId,
        (before, text): (Option<Vec<u8>>, &str),
    ) -> Result<Option<Vec<u8>>, StorageError> {
        let foreign = text.is_empty()
            && before
                .as_deref()
                .is_some_and(|sealed| key.open(sealed, &self.context(user)).is_err());
        if foreign {
            return Ok(before);
        }
        self.seal(key, user, text)
    }
}

/// The telephone number in the form of an order. What an order says now and what it said when it was rejected are sealed
/// alike, so that one can become the other without being opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OrderPhone(pub(crate) OrderId);

impl OrderPhone {
    fn context(self) -> Vec<u8> {
        [
            b"orders",
            self.0.0.as_bytes().as_slice(),
            b"apply_user_phone",
        ]
        .concat()
    }

    /// Nothing stays nothing.
    pub(crate) fn seal(self, key: &ServerKey, text: &str) -> Result<Option<Vec<u8>>, StorageError> {
        seal_text(key, &self.context(), text)
    }

    /// As [`SealedField::open`].
    pub(crate) fn open(
        self,
        key: &ServerKey,
        value: (Option<&[u8]>, String),
    ) -> Result<String, StorageError> {
        open_text(key, &self.context(), value)
    }

    /// As [`SealedField::open_or_none`].
    pub(crate) fn open_or_none(self, key: &ServerKey, value: (Option<&[u8]>, String)) -> String {
        self.open(key, value).unwrap_or_else(|error| {
            tracing::error!(%error, order = %self.0, "the server key does not open the telephone number of an order");
            String::new()
        })
    }
}

fn seal_text(key: &ServerKey, context: &[u8], text: &str) -> Result<Option<Vec<u8>>, StorageError> {
    if text.is_empty() {
        return Ok(None);
    }
    key.seal(text.as_bytes(), context).map(Some)
}

fn open_text(
    key: &ServerKey,
    context: &[u8],
    (sealed, plain): (Option<&[u8]>, String),
) -> Result<String, StorageError> {
    match sealed {
        Some(sealed) if plain.is_empty() => {
            let opened = key.open(sealed, context)?;
            String::from_utf8(opened).map_err(|_| StorageError::Unsealing)
        }
        _ => Ok(plain),
    }
}

/// A code by which a mobile number is found; of anything else there is none.
pub(crate) fn phone_code(key: &ServerKey, phone: &str) -> Option<Vec<u8>> {
    check_mobile(phone).ok()?;
    Some(key.code("app_user.phone", &[phone.as_bytes()]).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_open_only_for_their_person_field_and_key() {
        let key = ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap();
        let other = ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
        let (one, two) = (UserId::fresh(), UserId::fresh());
        let sealed = SealedField::Phone
            .seal(&key, one, "13812345678")
            .unwrap()
            .unwrap();
        let open =
            |field: SealedField, key, user| field.open(key, user, (Some(&sealed), String::new()));
        assert_eq!(open(SealedField::Phone, &key, one).unwrap(), "13812345678");
        assert!(open(SealedField::Phone, &key, two).is_err());
        assert!(open(SealedField::PhoneWork, &key, one).is_err());
        assert!(open(SealedField::Phone, &other, one).is_err());
        assert!(SealedField::Phone.seal(&key, one, "").unwrap().is_none());
        // Written by a version before this one, after this one has sealed.
        let newer = SealedField::Phone.open(&key, one, (Some(&sealed), "13900000000".into()));
        assert_eq!(newer.unwrap(), "13900000000");
    }

    #[test]
    fn numbers_of_orders_open_only_for_their_order_and_key() {
        let key = ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap();
        let other = ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
        let [one, two] = [OrderPhone(OrderId::fresh()), OrderPhone(OrderId::fresh())];
        let sealed = one.seal(&key, "13812345678").unwrap().unwrap();
        let open = |phone: OrderPhone, key| phone.open_or_none(key, (Some(&sealed), String::new()));
        assert_eq!(open(one, &key), "13812345678");
        assert_eq!(open(two, &key), "");
        assert_eq!(open(one, &other), "");
        assert!(one.seal(&key, "").unwrap().is_none());
        let user = UserId(one.0.0);
        let as_users = SealedField::Phone.open(&key, user, (Some(&sealed), String::new()));
        assert!(as_users.is_err());
    }

    #[test]
    fn what_another_key_sealed_is_not_emptied_by_chance() {
        let key = ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap();
        let other = ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
        let user = UserId::fresh();
        let sealed = SealedField::Phone.seal(&key, user, "13812345678").unwrap();
        let reseal = |key, text| {
            SealedField::Phone
                .reseal(key, user, (sealed.clone(), text))
                .unwrap()
        };
        assert_eq!(reseal(&other, ""), sealed);
        assert_eq!(reseal(&key, ""), None);
        assert!(reseal(&other, "13900000000").is_some_and(|new| Some(new) != sealed));
    }

    #[test]
    fn only_mobile_numbers_have_a_code_and_only_the_key_makes_it() {
        let key = ServerKey::parse("0123456789abcdeffedcba9876543210").unwrap();
        let other = ServerKey::parse("ffffffffffffffffffffffffffffffff").unwrap();
        let code = phone_code(&key, "13812345678");
        assert!(code.is_some() && code == phone_code(&key, "13812345678"));
        assert_ne!(code, phone_code(&other, "13812345678"));
        assert_ne!(code, phone_code(&key, "13812345679"));
        assert_eq!(phone_code(&key, "010-66554433"), None);
    }
}
