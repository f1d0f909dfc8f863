//! What lists of the back office may be ordered by. A `-` in front of a word: the newest, the most or the last of the alphabet
//! first. What is equal there is told apart by what the storage adds, so that no page repeats a row.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Declares what a list may be ordered by; the first is how it is ordered where nobody says.
macro_rules! orders {
    ($(#[doc = $doc:literal] $name:ident: $first:ident = $first_word:literal, $($variant:ident = $word:literal),+;)+) => {$(
        #[doc = $doc]
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
        pub enum $name {
            #[default]
            #[serde(rename = $first_word)]
            #[strum(serialize = $first_word)]
            $first,
            $(
                #[serde(rename = $word)]
                #[strum(serialize = $word)]
                $variant,
            )+
        }

        impl $name {
            pub const ALL: &[Self] = &[Self::$first, $(Self::$variant),+];

            /// The word in an address, and in the statement that reads the list.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        }
    )+};
}

orders! {
    /// Accounts.
    UserOrder: Newest = "-created", Oldest = "created", LoginName = "loginName", LoginNameBack = "-loginName",
        Name = "name", NameBack = "-name", Unit = "unit", UnitBack = "-unit";
    /// Roles; those that every installation has have no name of their own.
    RoleOrder: Name = "name", NameBack = "-name", Newest = "-created", Oldest = "created";
    /// Grants of what may be seen.
    GrantOrder: Subject = "subject", SubjectBack = "-subject", Newest = "-created", Oldest = "created",
        EndsFirst = "until", EndsLast = "-until";
    /// What happened: the audit log, and what people did.
    LogOrder: Newest = "-at", Oldest = "at";
    /// Entries of the registry of provided data.
    RegistryOrder: Newest = "-opened", Oldest = "opened", Applicant = "applicant", ApplicantBack = "-applicant",
        Unit = "unit", UnitBack = "-unit", FewestScenes = "scenes", MostScenes = "-scenes",
        Smallest = "size", Largest = "-size";
    /// Results that were made with data.
    ResultOrder: Newest = "-created", Oldest = "created", CameOutLast = "-month", CameOutFirst = "month",
        Title = "title", TitleBack = "-title", Unit = "unit", UnitBack = "-unit";
    /// Articles of the news.
    NewsOrder: ChangedLast = "-changed", ChangedFirst = "changed", Title = "title", TitleBack = "-title",
        PublishedLast = "-publishAt", PublishedFirst = "publishAt";
    /// What people subscribed to.
    SubscriptionOrder: Newest = "-created", Oldest = "created", Name = "name", NameBack = "-name",
        Owner = "owner", OwnerBack = "-owner", EndsFirst = "validUntil", EndsLast = "-validUntil";
    /// Answers of the survey.
    AnswerOrder: Newest = "-answered", Oldest = "answered", LoginName = "loginName", LoginNameBack = "-loginName";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_has_its_other_direction() {
        let orders: [Vec<&str>; 2] = [
            RegistryOrder::ALL
                .iter()
                .map(|order| order.as_str())
                .collect(),
            UserOrder::ALL.iter().map(|order| order.as_str()).collect(),
        ];
        for words in orders {
            for word in &words {
                let other = word
                    .strip_prefix('-')
                    .map_or_else(|| format!("-{word}"), str::to_owned);
                assert!(words.contains(&other.as_str()), "{word}");
            }
        }
    }
}
