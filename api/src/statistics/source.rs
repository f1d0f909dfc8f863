//! Where the figures of whoever calls come from.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::statistics::{Dimension, MethodFigures, Period};
use storage::db::handles::Connection;
use storage::db::order_figures::{self, FigureSource};

use super::period::wait_until_counted;
use crate::caller::Caller;
use crate::catalogue_scope::{scope_of, viewer};
use crate::context::Context;
use crate::problem::Problem;

/// Figures of a period: of all orders, or of the scenes that the caller may see at this moment.
pub(super) struct FigureReader {
    /// The connection that they are read over.
    pub(super) db: Connection,
    source: FigureSource,
    period: Period,
    /// False when orders of the period written just now are not among its figures yet.
    pub(super) is_current: bool,
}

impl FigureReader {
    /// For the caller. Orders that were written just now are waited for a little.
    pub(super) async fn open(
        context: &Context,
        caller: &Caller,
        period: Period,
    ) -> Result<Self, Problem> {
        let is_counted = wait_until_counted(context, period).await?;
        let mut db = context.connection().await?;
        let scope = scope_of(context, &mut db, viewer(Some(caller))).await?;
        let source = FigureSource::read(&mut db, &scope, period).await?;
        // Whoever sees a part by where it lies is told from the orders themselves.
        let is_current = is_counted || matches!(source, FigureSource::Scenes(_));
        Ok(Self {
            db,
            source,
            period,
            is_current,
        })
    }

    /// All of them together.
    pub(super) async fn total(&mut self) -> Result<MethodFigures, Problem> {
        Ok(order_figures::total(&mut self.db, &self.source, self.period).await?)
    }

    /// By what `dimension` tells apart.
    pub(super) async fn by_value(
        &mut self,
        dimension: Dimension,
    ) -> Result<BTreeMap<String, MethodFigures>, Problem> {
        Ok(order_figures::by_value(&mut self.db, &self.source, dimension, self.period).await?)
    }

    /// By the first day of each month.
    pub(super) async fn by_month(&mut self) -> Result<BTreeMap<NaiveDate, MethodFigures>, Problem> {
        Ok(order_figures::by_month(&mut self.db, &self.source, self.period).await?)
    }

    pub(super) async fn by_day(&mut self) -> Result<BTreeMap<NaiveDate, MethodFigures>, Problem> {
        Ok(order_figures::by_day(&mut self.db, &self.source, self.period).await?)
    }
}
