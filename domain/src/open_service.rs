//! Open services (开放服务): what client systems call for, and how much of it in a day.

use std::ops::AddAssign;

use strum::{EnumString, IntoStaticStr};

use crate::size::ByteCount;

/// What a call is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum OpenService {
    /// What there is at all: the tree, its fields, satellites, collections.
    Catalogue,
    /// Scenes, searched for or looked at.
    Scene,
    /// Pictures of scenes.
    Preview,
    Statistics,
    /// What was handed out, and the reports of it.
    Registry,
    /// Files of scenes.
    File,
    /// Whatever else an account may call.
    Other,
    /// Calls of a version that did not tell services apart.
    Earlier,
}

/// By what the path of a route begins with; the first that fits.
const FOLDERS: [(&str, OpenService); 11] = [
    ("/api/catalog/", OpenService::Catalogue),
    ("/api/instruments", OpenService::Catalogue),
    ("/api/scenes/satellites", OpenService::Catalogue),
    ("/api/scenes/", OpenService::Scene),
    ("/stac/search", OpenService::Scene),
    ("/stac/collections/{collectionId}/items", OpenService::Scene),
    ("/stac", OpenService::Catalogue),
    ("/api/stats/", OpenService::Statistics),
    ("/api/registry", OpenService::Registry),
    ("/api/reports/", OpenService::Registry),
    ("/api/scene-files", OpenService::File),
];

/// The route of a scene's picture lies below that of the scene.
const PREVIEW: &str = "/api/scenes/{dataId}/image";

impl OpenService {
    /// Every one, in the order in which people read them.
    pub const ALL: [Self; 8] = [
        Self::Catalogue,
        Self::Scene,
        Self::Preview,
        Self::Statistics,
        Self::Registry,
        Self::File,
        Self::Other,
        Self::Earlier,
    ];

    /// What a route is for, by its path with the parameters in braces.
    #[must_use]
    pub fn of_path(path: &str) -> Self {
        if path == PREVIEW {
            return Self::Preview;
        }
        let mut folders = FOLDERS.iter();
        let found = folders.find(|(folder, _)| path.starts_with(*folder));
        found.map_or(Self::Other, |(_, service)| *service)
    }

    /// The word stored in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Reads the word stored in the database.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

/// Why a call was not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceRefusal {
    /// The calls or the bytes of the day are spent.
    OverQuota,
    /// Neither token nor account may do that.
    Forbidden,
}

impl ServiceRefusal {
    /// What an answer of this status and code says; `None`: it refuses nothing. What is beyond a scope does not exist for whoever
    /// calls, and is not refused.
    #[must_use]
    pub fn of_answer(status: u16, code: &str) -> Option<Self> {
        match (status, code) {
            (403, _) => Some(Self::Forbidden),
            (429, "daily_quota") => Some(Self::OverQuota),
            _ => None,
        }
    }
}

/// Calls, bytes and refusals of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ServiceUse {
    /// Calls with a token that holds, refused ones among them.
    pub requests: u64,
    /// Those that were refused because the day's calls or bytes were spent.
    pub over_quota: u64,
    /// Those that were refused because they were not allowed.
    pub forbidden: u64,
    /// What was sent of files.
    pub bytes: ByteCount,
}

impl AddAssign for ServiceUse {
    fn add_assign(&mut self, more: Self) {
        self.requests += more.requests;
        self.over_quota += more.over_quota;
        self.forbidden += more.forbidden;
        self.bytes = ByteCount(self.bytes.0 + more.bytes.0);
    }
}

#[cfg(test)]
mod tests {
    use texts::{ProblemText, Text as _};

    use super::*;

    #[test]
    fn a_route_is_for_one_service() {
        for (path, service) in [
            ("/api/catalog/tree", OpenService::Catalogue),
            ("/api/catalog/nodes/{id}/fields", OpenService::Catalogue),
            ("/api/instruments", OpenService::Catalogue),
            ("/api/scenes/satellites", OpenService::Catalogue),
            ("/stac", OpenService::Catalogue),
            ("/stac/collections", OpenService::Catalogue),
            ("/stac/collections/{collectionId}", OpenService::Catalogue),
            (
                "/stac/collections/{collectionId}/queryables",
                OpenService::Catalogue,
            ),
            ("/stac/collections/{collectionId}/items", OpenService::Scene),
            (
                "/stac/collections/{collectionId}/items/{itemId}",
                OpenService::Scene,
            ),
            ("/stac/search", OpenService::Scene),
            ("/api/scenes/search", OpenService::Scene),
            ("/api/scenes/{dataId}", OpenService::Scene),
            ("/api/scenes/{dataId}/similar", OpenService::Scene),
            ("/api/scenes/{dataId}/image", OpenService::Preview),
            ("/api/stats/orders", OpenService::Statistics),
            ("/api/registry", OpenService::Registry),
            ("/api/registry/{number}", OpenService::Registry),
            ("/api/reports/yearly", OpenService::Registry),
            ("/api/scene-files", OpenService::File),
            ("/api/scene-files/{dataId}", OpenService::File),
            ("/api/auth/me", OpenService::Other),
            ("/api/orders", OpenService::Other),
            ("", OpenService::Other),
        ] {
            assert_eq!(OpenService::of_path(path), service, "{path}");
        }
    }

    #[test]
    fn an_answer_says_why_a_call_was_refused() {
        let most = "1 GB".to_owned();
        for text in [
            ProblemText::DailyCallsSpent { most: 1 },
            ProblemText::DailyBytesSpent { most },
        ] {
            assert!(text.key().starts_with("daily_quota."));
        }
        for (status, code, refusal) in [
            (429, "daily_quota", Some(ServiceRefusal::OverQuota)),
            (429, "too_many_calls", None),
            (403, "forbidden", Some(ServiceRefusal::Forbidden)),
            (403, "token_not_enough", Some(ServiceRefusal::Forbidden)),
            (404, "not_found", None),
            (401, "token_invalid", None),
            (200, "", None),
        ] {
            let found = ServiceRefusal::of_answer(status, code);
            assert_eq!(found, refusal, "{status} {code}");
        }
    }

    #[test]
    fn what_is_called_adds_up() {
        let mut sum = ServiceUse::default();
        let one = ServiceUse {
            requests: 5,
            over_quota: 2,
            forbidden: 1,
            bytes: ByteCount(7),
        };
        sum += one;
        sum += one;
        let twice = ServiceUse {
            requests: 10,
            over_quota: 4,
            forbidden: 2,
            bytes: ByteCount(14),
        };
        assert_eq!(sum, twice);
    }

    #[test]
    fn words_read_back() {
        for service in OpenService::ALL {
            assert_eq!(OpenService::parse(service.as_str()), Some(service));
        }
        assert_eq!(OpenService::parse("sing"), None);
    }
}
