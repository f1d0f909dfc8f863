//! Rules that say into which node scenes go that come in.

use domain::catalogue::placement::{Pattern, PlacementRule, PlacementRules};
use sqlx::PgConnection;

use crate::StorageError;

/// Scenes of each satellite in each node that a dry run looks at.
const LOOKED_AT_EACH: i64 = 200;

/// All rules, and how often they were changed.
pub async fn read(db: &mut PgConnection) -> Result<(PlacementRules, i64), StorageError> {
    let set = sqlx::query!("SELECT version, fallback_id FROM ingest_rule_set")
        .fetch_one(&mut *db)
        .await?;
    let rows = sqlx::query!(
        "SELECT collection, satellite, sensor, level, node_id FROM ingest_rule ORDER BY position"
    )
    .fetch_all(db)
    .await?;
    let pattern = |text: &str| Pattern::parse(text).unwrap_or_default();
    let rules = rows.into_iter().map(|row| PlacementRule {
        collection: pattern(&row.collection),
        satellite: pattern(&row.satellite),
        sensor: pattern(&row.sensor),
        level: pattern(&row.level),
        node: row.node_id,
    });
    let rules = PlacementRules {
        rules: rules.collect(),
        fallback: set.fallback_id,
    };
    Ok((rules, set.version))
}

/// Waits until nobody else changes rules, and makes others wait until the transaction ends.
pub async fn lock(db: &mut PgConnection) -> Result<(), StorageError> {
    sqlx::query!("SELECT FROM ingest_rule_set FOR UPDATE")
        .execute(db)
        .await?;
    Ok(())
}

/// Replaces all rules.
pub async fn replace(db: &mut PgConnection, rules: &PlacementRules) -> Result<(), StorageError> {
    sqlx::query!("DELETE FROM ingest_rule")
        .execute(&mut *db)
        .await?;
    let patterns = |part: fn(&PlacementRule) -> &Pattern| -> Vec<String> {
        let parts = rules.rules.iter().map(part);
        parts.map(|pattern| pattern.as_str().to_owned()).collect()
    };
    let nodes: Vec<i64> = rules.rules.iter().map(|rule| rule.node).collect();
    sqlx::query!(
        "INSERT INTO ingest_rule (position, collection, satellite, sensor, level, node_id) \
         SELECT place::integer, c, s, e, l, n FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) \
         WITH ORDINALITY r (c, s, e, l, n, place)",
        &patterns(|rule| &rule.collection),
        &patterns(|rule| &rule.satellite),
        &patterns(|rule| &rule.sensor),
        &patterns(|rule| &rule.level),
        &nodes
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "UPDATE ingest_rule_set SET fallback_id = $1, version = version + 1",
        rules.fallback
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Scenes that are alike as rules see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlikeScenes {
    /// The node they lie in.
    pub node: i64,
    /// The collection of that node, or empty.
    pub collection: String,
    pub satellite: String,
    pub sensor: String,
    /// Processing level, or empty.
    pub level: String,
}

/// What the catalogue holds, as rules see it: of each satellite in each node the newest scenes. `level` names the further
/// metadata fields that are tried in turn.
pub async fn sample(
    db: &mut PgConnection,
    level: &[String],
) -> Result<Vec<AlikeScenes>, StorageError> {
    Ok(sqlx::query_as!(
        AlikeScenes,
        "SELECT DISTINCT n.id AS \"node!\", coalesce(n.collection, '') AS \"collection!\", t.satellite AS \"satellite!\", \
         s.sensor AS \"sensor!\", coalesce((SELECT s.properties ->> k FROM unnest($1::text[]) WITH ORDINALITY o (k, place) \
         WHERE s.properties ->> k <> '' ORDER BY place LIMIT 1), '') AS \"level!\" \
         FROM scene_tally t JOIN catalogue_node n ON n.id = t.nodeid CROSS JOIN LATERAL (SELECT sensor, properties FROM scene \
         WHERE nodeid = t.nodeid AND satellite = t.satellite ORDER BY acquired DESC LIMIT $2) s WHERE t.count > 0 \
         ORDER BY 2, 1, 3, 4, 5",
        level,
        LOOKED_AT_EACH
    )
    .fetch_all(db)
    .await?)
}
