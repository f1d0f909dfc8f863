//! One id type for each kind of thing, so that they cannot be mixed up.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new id. Version 7: ids made later sort later, which keeps indexes compact.
            #[must_use]
            pub fn fresh() -> Self {
                Self(Uuid::now_v7())
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id!(OrderId);
id!(
    /// A person with an account.
    UserId
);
/// How often everything that an account had opened was ended: by a new password, or because the account was switched
/// off. What was opened under an earlier count is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SignInEpoch(pub i64);

id!(
    /// What a person opened by signing in.
    SessionId
);
id!(
    /// Somebody's coming back from the identity provider.
    ProviderSignInId
);
id!(
    /// A token of a client system.
    AccessTokenId
);
id!(
    /// A unit (单位).
    UnitId
);
id!(
    /// A grant of what somebody may see.
    ScopeGrantId
);
id!(
    /// An uploaded paper.
    AttachmentId
);
id!(
    /// A place that scenes are pushed to.
    PushTargetId
);
id!(SubscriptionId);
id!(
    /// What was there before a subscription, asked for by its owner.
    BackfillId
);
id!(
    /// A scene that a subscription matched.
    MatchId
);
id!(
    /// A file of somebody's shelf.
    ShelfFileId
);
id!(
    /// One unit of worker work.
    TaskId
);

impl TaskId {
    /// When the id was made, to the millisecond; `None` for one that does not say (it is not of version 7).
    #[must_use]
    pub fn written(self) -> Option<DateTime<Utc>> {
        let (seconds, nanos) = self.0.get_timestamp()?.to_unix();
        DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanos)
    }
}

id!(
    /// One provisioned delivery of an order.
    DeliveryId
);
id!(
    /// An address that is told of orders' events.
    WebhookId
);
id!(
    /// A list of scenes that somebody takes away as a file.
    ExportId
);
id!(
    /// A view of the map that somebody keeps.
    BookmarkId
);
id!(
    /// A search that a person keeps under a name.
    SavedSearchId
);
id!(NewsTypeId);
id!(
    /// An article of the news.
    NewsId
);
id!(AnnouncementId);
id!(
    /// A picture of a published text.
    ContentPictureId
);
id!(GuideVideoId);
id!(
    /// A result that was made with data.
    ResearchResultId
);
id!(ReceiveTaskId);
id!(
    /// A run of a receive task, or a dry run.
    ReceiveRunId
);
