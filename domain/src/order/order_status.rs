//! What an order is to those who read the catalogue over STAC: `order:status` of the order extension, version 1.1.0.

use strum::IntoStaticStr;

use super::get_method::GetMethod;
use super::scene_state::SceneState;
use super::state::OrderState;

/// A value of `order:status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum OrderStatus {
    /// May be ordered; nobody who asks has done so.
    Orderable,
    /// Handed in, waiting for the audit.
    Ordered,
    /// Approved, its scenes are being extracted.
    Pending,
    /// Being packaged, or lying ready on a disk.
    Shipping,
    /// Delivered.
    Succeeded,
    /// Not delivered: the scene could not be had, or the delivery was never fetched.
    Failed,
    /// Rejected.
    Canceled,
}

impl OrderStatus {
    /// Of a scene in an order. `None`: the order is a draft or a tombstone and says nothing.
    #[must_use]
    pub fn of_scene(
        order: OrderState,
        method: Option<GetMethod>,
        scene: Option<SceneState>,
    ) -> Option<Self> {
        let left_out = scene == Some(SceneState::Failed);
        Some(match order {
            OrderState::Deleted | OrderState::PendingSubmission => return None,
            OrderState::PendingReview => Self::Ordered,
            OrderState::Approved => Self::Pending,
            OrderState::Rejected => Self::Canceled,
            OrderState::Overdue => Self::Failed,
            _ if left_out => Self::Failed,
            OrderState::PendingPackaging => Self::Shipping,
            OrderState::Prepared if method == Some(GetMethod::OfflineCopy) => Self::Shipping,
            OrderState::Prepared | OrderState::Completed | OrderState::FeedbackGiven => {
                Self::Succeeded
            }
        })
    }

    /// The extension's word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_its_word() {
        let words = OrderState::ALL.map(|state| {
            let of = |method, scene| {
                OrderStatus::of_scene(state, Some(method), scene).map_or("-", OrderStatus::as_str)
            };
            let online = GetMethod::OnlineDownload;
            (
                state.code(),
                of(online, Some(SceneState::Extracted)),
                of(GetMethod::OfflineCopy, None),
                of(online, Some(SceneState::Failed)),
            )
        });
        assert_eq!(
            words,
            [
                (-2, "-", "-", "-"),
                (-1, "-", "-", "-"),
                (0, "ordered", "ordered", "ordered"),
                (1, "pending", "pending", "pending"),
                (2, "canceled", "canceled", "canceled"),
                (3, "shipping", "shipping", "failed"),
                (5, "failed", "failed", "failed"),
                (6, "succeeded", "shipping", "failed"),
                (7, "succeeded", "succeeded", "failed"),
                (8, "succeeded", "succeeded", "failed"),
            ]
        );
    }
}
