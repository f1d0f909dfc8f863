//! How the document names kinds of fields and their values.

use domain::field::FieldKind as Kind;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{OneOfBuilder, RefOr};

/// See [`Kind`].
pub(crate) enum FieldKind {}

impl utoipa::PartialSchema for FieldKind {
    fn schema() -> RefOr<Schema> {
        let values = Kind::ALL.iter().map(|kind| serde_json::json!(kind));
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .description(Some("What values a field has and how they are shown."))
            .enum_values(Some(values))
            .into()
    }
}

impl utoipa::ToSchema for FieldKind {}

/// A text, a number, or true or false.
pub(crate) enum PlainValue {}

impl utoipa::PartialSchema for PlainValue {
    fn schema() -> RefOr<Schema> {
        let one = |kind| ObjectBuilder::new().schema_type(SchemaType::new(kind));
        OneOfBuilder::new()
            .item(one(Type::String))
            .item(one(Type::Number))
            .item(one(Type::Boolean))
            .into()
    }
}

impl utoipa::ToSchema for PlainValue {}
