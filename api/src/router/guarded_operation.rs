//! The operations that need a permission, as the document lists them: by what was declared, so that the web apps' names for
//! them are compared with it by their compiler.

use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::Declared;

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

/// Lists in the document which operations need a permission, in the order in which they are declared.
pub(super) fn list(document: &mut OpenApi, declared: &[Declared]) {
    let guarded = declared.iter().filter(|route| route.is_guarded());
    let operations = guarded.map(|route| route.operation.clone());
    let listed = text().enum_values(Some(operations)).into();
    let name = GuardedOperation::name().into_owned();
    let components = document.components.get_or_insert_default();
    components.schemas.insert(name, listed);
}
