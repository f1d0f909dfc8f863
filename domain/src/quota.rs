//! What one person may hold, so that nobody fills the disk for everybody else.

use crate::size::ByteCount;
use texts::ProblemText;

/// The limits of an installation, for each person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    /// Bytes of papers that were uploaded, or are in orders that no administrator has accepted. A paper that several orders
    /// share counts once.
    pub paper_bytes: u64,
    /// Orders that are drafts or wait for review.
    pub open_orders: u32,
    /// Exports that are being made or can still be fetched.
    pub exports: u32,
    /// Bytes of text of areas that searches name; beyond, those used longest ago go.
    pub area_bytes: u64,
    /// Units that an applicant adds to the list.
    pub units: u32,
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            paper_bytes: ByteCount::gib(1).0,
            open_orders: 200,
            exports: 20,
            area_bytes: 64 << 20,
            units: 20,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QuotaMet {
    /// Of [`Quotas::paper_bytes`].
    #[error("the papers take {0} bytes, as many as they may")]
    PaperBytes(u64),
    /// Of [`Quotas::open_orders`].
    #[error("{0} orders are open, as many as may be")]
    OpenOrders(u32),
    /// Of [`Quotas::exports`].
    #[error("{0} exports are kept, as many as may be")]
    Exports(u32),
    /// Of [`Quotas::units`].
    #[error("{0} units are added, as many as may be")]
    Units(u32),
}

impl QuotaMet {
    /// What the person reads, which says what to do.
    #[must_use]
    pub fn text(self) -> ProblemText {
        match self {
            Self::PaperBytes(most) => ProblemText::QuotaPapers {
                most: ByteCount(most).with_unit(),
            },
            Self::OpenOrders(most) => ProblemText::QuotaOrders { most: most.into() },
            Self::Exports(most) => ProblemText::QuotaExports { most: most.into() },
            Self::Units(most) => ProblemText::QuotaUnits { most: most.into() },
        }
    }
}

impl Quotas {
    /// Whether a paper of `size` bytes may be added to `held` bytes.
    ///
    /// # Errors
    /// [`QuotaMet::PaperBytes`]
    pub const fn check_papers(&self, held: u64, size: u64) -> Result<(), QuotaMet> {
        if held.saturating_add(size) > self.paper_bytes {
            return Err(QuotaMet::PaperBytes(self.paper_bytes));
        }
        Ok(())
    }

    /// Whether there may be another open order beside `there`.
    ///
    /// # Errors
    /// [`QuotaMet::OpenOrders`]
    pub const fn check_orders(&self, there: u64) -> Result<(), QuotaMet> {
        if there >= self.open_orders as u64 {
            return Err(QuotaMet::OpenOrders(self.open_orders));
        }
        Ok(())
    }

    /// Whether there may be another export beside `there`.
    ///
    /// # Errors
    /// [`QuotaMet::Exports`]
    pub const fn check_exports(&self, there: u64) -> Result<(), QuotaMet> {
        if there >= self.exports as u64 {
            return Err(QuotaMet::Exports(self.exports));
        }
        Ok(())
    }

    /// Whether an applicant who added `there` units may add another.
    ///
    /// # Errors
    /// [`QuotaMet::Units`]
    pub const fn check_units(&self, there: u64) -> Result<(), QuotaMet> {
        if there >= self.units as u64 {
            return Err(QuotaMet::Units(self.units));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use texts::Message;

    use super::*;

    #[test]
    fn what_reaches_a_limit_fits_and_what_passes_it_does_not() {
        let quotas = Quotas {
            paper_bytes: 100,
            open_orders: 2,
            ..Quotas::default()
        };
        assert_eq!(quotas.check_papers(90, 10), Ok(()));
        assert_eq!(quotas.check_papers(90, 11), Err(QuotaMet::PaperBytes(100)));
        assert_eq!(
            quotas.check_papers(u64::MAX, 1),
            Err(QuotaMet::PaperBytes(100))
        );
        assert_eq!(quotas.check_orders(1), Ok(()));
        assert_eq!(quotas.check_orders(2), Err(QuotaMet::OpenOrders(2)));
        assert_eq!(quotas.check_exports(19), Ok(()));
        assert_eq!(quotas.check_exports(20), Err(QuotaMet::Exports(20)));
        assert_eq!(quotas.check_units(20), Err(QuotaMet::Units(20)));
    }

    #[test]
    fn every_refusal_says_what_to_do() {
        let refusals = [
            (
                QuotaMet::PaperBytes(1 << 30),
                "quota_papers",
                "您上传的附件已达个人空间上限（1.0 GB）！请删除不需要的草稿，一分钟内释放空间；未使用的附件24小时后自动清除",
            ),
            (
                QuotaMet::OpenOrders(200),
                "quota_orders",
                "您的草稿和待审核订单已达上限（200个）！请删除不需要的草稿，或等待管理员审核",
            ),
            (
                QuotaMet::Exports(20),
                "quota_exports",
                "您的导出文件已达上限（20个）！请在“我的导出”中删除不需要的文件，或等待其24小时后自动清除",
            ),
            (
                QuotaMet::Units(20),
                "quota_units",
                "您添加的单位已达上限（20个）！请选择已有的单位，或联系管理员添加",
            ),
        ];
        for (met, code, text) in refusals {
            let message = Message::from(met.text());
            assert_eq!((&*message.code, message.chinese().as_str()), (code, text));
        }
    }
}
