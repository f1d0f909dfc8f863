//! The papers that a subscription has to have.

use crate::attachment::AttachmentKind;
use crate::order::get_method::GetMethod;

/// The papers without which a subscription is not handed in that are not among `held`. It needs what an order needs that is
/// downloaded: its scenes go out over the network as well.
#[must_use]
pub fn missing_papers(held: impl IntoIterator<Item = AttachmentKind>) -> Vec<AttachmentKind> {
    let held: Vec<_> = held.into_iter().collect();
    let required = AttachmentKind::required_for(GetMethod::OnlineDownload).iter();
    let missing = required.copied().filter(|kind| !held.contains(kind));
    missing.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscription_needs_the_papers_of_an_order_that_is_downloaded() {
        use AttachmentKind::{DistributionForm, IdCard, IntroductionLetter, Other, TaskSource};
        let all = [TaskSource, DistributionForm, IntroductionLetter, IdCard];
        assert_eq!(missing_papers([]), all);
        assert_eq!(missing_papers([Other]), all, "the fifth is no substitute");
        assert_eq!(missing_papers(all), []);
        for one in all {
            let others = all.into_iter().filter(|kind| *kind != one);
            assert_eq!(missing_papers(others), [one]);
        }
    }
}
