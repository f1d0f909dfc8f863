//! The operations that need a permission, as the document lists them: by what was declared, so that the web apps' names for
//! them are compared with it by their compiler.

use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// Stands in the document for the name of an operation that needs a permission; it holds nothing. Which there are is known once
/// all routes are declared: until [`list`] says it, any text.
pub(crate) enum GuardedOperation {}

impl PartialSchema for GuardedOperation {
    fn schema() -> RefOr<Schema> {
        text().into()
    }
}

impl ToSchema for GuardedOperation {}

fn text() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::String))
        .description(Some("An operation that needs a permission, by its id."))
}

/// Lists these in the document as the operations that need a permission.
pub(super) fn list(document: &mut OpenApi, guarded: impl Iterator<Item = String>) {
    let listed = text().enum_values(Some(guarded)).into();
    let name = GuardedOperation::name().into_owned();
    let components = document.components.get_or_insert_default();
    components.schemas.insert(name, listed);
}
