//! 评价: what an applicant says about a completed order.

use serde::{Deserialize, Serialize};

/// Most characters of a feedback's text.
pub const MAX_CONTENT: usize = 2000;

/// A rating; the order list offers the first four, the detail screen all five.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "i16", try_from = "i16")]
pub enum Rating {
    /// 0 非常满意
    VerySatisfied,
    /// 1 满意
    Satisfied,
    /// 2 一般
    Average,
    /// 3 不满意
    Dissatisfied,
    /// 4 非常不满意
    VeryDissatisfied,
}

impl Rating {
    /// Every rating, best first.
    pub const ALL: [Self; 5] = [
        Self::VerySatisfied,
        Self::Satisfied,
        Self::Average,
        Self::Dissatisfied,
        Self::VeryDissatisfied,
    ];

    /// The stored code.
    #[must_use]
    pub const fn code(self) -> i16 {
        match self {
            Self::VerySatisfied => 0,
            Self::Satisfied => 1,
            Self::Average => 2,
            Self::Dissatisfied => 3,
            Self::VeryDissatisfied => 4,
        }
    }

    /// Stars of the best rating. Functions in `migrations/` and the sums that they write count by it.
    pub const MAX_STARS: i16 = 5;

    /// In stars, from 1 (very dissatisfied) to [`Self::MAX_STARS`].
    #[must_use]
    pub const fn stars(self) -> i16 {
        Self::MAX_STARS - self.code()
    }

    /// Whether somebody who says so counts among the satisfied.
    #[must_use]
    pub const fn is_satisfied(self) -> bool {
        matches!(self, Self::VerySatisfied | Self::Satisfied)
    }
}

impl From<Rating> for i16 {
    fn from(rating: Rating) -> Self {
        rating.code()
    }
}

/// A code that no rating has.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("rating {0} is none of 0 to 4")]
pub struct UnknownRating(pub i16);

impl TryFrom<i16> for Rating {
    type Error = UnknownRating;
    fn try_from(code: i16) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|rating| rating.code() == code)
            .ok_or(UnknownRating(code))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    /// `appraise` (list) or `score` (detail)
    pub overall: Rating,
    /// `responseSpeed`; only the list's form asks for it.
    pub response_speed: Option<Rating>,
    /// `serviceAttitude`; only the list's form asks for it.
    pub service_attitude: Option<Rating>,
    /// `feedBack`
    pub content: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for rating in Rating::ALL {
            assert_eq!(Rating::try_from(rating.code()), Ok(rating));
        }
        assert_eq!(Rating::try_from(5), Err(UnknownRating(5)));
    }

    #[test]
    fn the_best_rating_has_the_most_stars() {
        assert_eq!(Rating::ALL.map(Rating::stars), [5, 4, 3, 2, 1]);
    }
}
