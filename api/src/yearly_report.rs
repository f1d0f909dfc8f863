//! 年度报告: what a year's figures say, with the notes of operators, as a page, Word and workbook; published for good.

mod edition;
mod file;
mod notes;
mod preview;
mod publish;
mod view;

use domain::calendar::china_day;
use domain::permission::Permission;
use domain::yearly_report::{ReportContent, ReportYear};
use serde::Deserialize;
use storage::db::handles::Transaction;
use storage::db::{handles, yearly_reports};
use texts::FieldText;
use utoipa::IntoParams;
use utoipa_axum::routes;

use crate::context::Context;
use crate::problem::Problem;
use crate::router::{RouteAccess, Routes};
use crate::statistics::wait_until_counted;

/// It tells of everybody's deliveries, as the registry does.
const READERS: RouteAccess = RouteAccess::Needs(Permission::Registry);
const PUBLISHERS: RouteAccess = RouteAccess::Needs(Permission::PublishReports);

pub(crate) fn declare(routes: &mut Routes) {
    routes.add(READERS, routes!(preview::preview));
    routes.add(READERS, routes!(file::draft));
    routes.add(READERS, routes!(edition::edition));
    routes.add(READERS, routes!(file::edition));
    routes.add(PUBLISHERS, routes!(notes::put));
    routes.add(PUBLISHERS, routes!(publish::publish));
}

/// Which report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQueryParams {
    /// 2000 to 2099.
    year: i32,
    /// 申请单位; left out or empty: all units.
    #[serde(default)]
    unit: String,
}

/// A year, and the unit where it is one unit's.
struct ReportKey {
    year: ReportYear,
    unit: Option<String>,
}

impl ReportKey {
    fn new(year: i32, unit: &str) -> Result<Self, Problem> {
        let year = ReportYear::try_from(year)
            .map_err(|_| Problem::invalid_field("year", FieldText::ReportYearUnknown))?;
        let unit = unit.trim();
        Ok(Self {
            year,
            unit: (!unit.is_empty()).then(|| unit.to_owned()),
        })
    }

    fn unit(&self) -> Option<&str> {
        self.unit.as_deref()
    }

    /// What the audit log calls it.
    fn subject(&self) -> (String, String) {
        let unit = self.unit().unwrap_or_default();
        let name = format!("{} {unit}", self.year);
        (self.year.to_string(), name.trim_end().to_owned())
    }
}

/// What the report says at this moment, counted over a transaction that reads one state; and the transaction. Orders that were
/// written just now are waited for a little.
async fn counted(
    context: &Context,
    key: &ReportKey,
) -> Result<(ReportContent, Transaction), Problem> {
    let today = china_day(context.now());
    let period = key.year.period(today);
    let before = key.year.period_before(period.last());
    wait_until_counted(context, period).await?;
    wait_until_counted(context, before).await?;
    let mut db = handles::begin_reading(&context.pool).await?;
    let figures = yearly_reports::figures(&mut db, key.year, key.unit(), today).await?;
    let notes = yearly_reports::notes(&mut db, key.year, key.unit()).await?;
    Ok((ReportContent::new(figures, notes), db))
}
