//! What nodes and satellites are called in Chinese.

use std::collections::BTreeMap;

use storage::PgConnection;
use storage::db::catalogue::{self, instruments};

use crate::context::Context;
use crate::problem::Problem;

/// Of each catalogue node, by its number.
pub(super) async fn nodes(db: &mut PgConnection) -> Result<BTreeMap<String, String>, Problem> {
    let nodes = catalogue::nodes(db).await?.into_iter();
    Ok(nodes
        .map(|node| (node.id.to_string(), node.label))
        .collect())
}

/// Of the satellites that have a name.
pub(super) async fn satellites(db: &mut PgConnection) -> Result<BTreeMap<String, String>, Problem> {
    let names = instruments::names(db).await?.0.into_iter();
    let satellites = names.filter(|(code, _)| code.sensor.is_empty());
    Ok(satellites
        .map(|(code, name)| (code.satellite, name.name))
        .collect())
}

/// Of each province, by its code.
pub(super) async fn provinces(
    context: &Context,
    db: &mut PgConnection,
) -> Result<BTreeMap<String, String>, Problem> {
    let provinces = context.regions.provinces(db).await?;
    let provinces = provinces.rough.iter();
    Ok(provinces
        .map(|province| (province.code.clone(), province.name.clone()))
        .collect())
}
