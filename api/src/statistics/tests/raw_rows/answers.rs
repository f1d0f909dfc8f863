//! What is asked, and which answers read raw rows all the same.

/// Callers with different scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// Sees every scene.
    Everything,
    /// Sees all scenes of some nodes.
    WholeNodes,
    /// Sees the scenes of some nodes that lie in an area.
    Area,
}

impl Reader {
    pub(super) const ALL: [Self; 3] = [Self::Everything, Self::WholeNodes, Self::Area];

    /// Scopes limit statistics alone: registry, results and report are for whoever holds their permissions.
    pub(super) fn reads(self, path: &str) -> bool {
        self == Self::Everything || path.starts_with("/api/stats/")
    }
}

/// Every figure, by whatever it can be told apart by.
pub(super) const FIGURES: &[&str] = &[
    "/api/stats/orders",
    "/api/stats/orders.xlsx",
    "/api/stats/monthly",
    "/api/stats/monthly.xlsx",
    "/api/stats/units",
    "/api/stats/units.xlsx",
    "/api/stats/ranking.xlsx",
    "/api/stats/breakdown?by=day",
    "/api/stats/breakdown?by=method",
    "/api/stats/breakdown?by=kind",
    "/api/stats/breakdown?by=usage",
    "/api/stats/breakdown?by=satellite",
    "/api/stats/breakdown?by=node",
    "/api/stats/breakdown?by=region",
    "/api/stats/breakdown.xlsx?by=satellite",
    "/api/stats/behaviours",
    "/api/stats/behaviours.xlsx",
    "/api/stats/received?by=satellite",
    "/api/stats/received?by=node",
    "/api/stats/received?by=month",
    "/api/stats/received?by=day",
    "/api/stats/received.xlsx?by=satellite",
    "/api/stats/received.csv",
    "/api/stats/downloads?by=unit",
    "/api/stats/downloads?by=protocol",
    "/api/stats/downloads?by=month",
    "/api/stats/downloads?by=day",
    "/api/stats/downloads.xlsx?by=unit",
    "/api/stats/downloads.csv",
    "/api/stats/downloads/completion",
    "/api/stats/preparation",
    "/api/stats/preparation.xlsx",
    "/api/stats/preparation.csv",
    "/api/stats/satisfaction",
    "/api/stats/satisfaction.xlsx",
    "/api/stats/satisfaction.csv",
    "/api/stats/exploitation",
    "/api/stats/exploitation.xlsx",
    "/api/stats/exploitation.csv",
    "/api/stats/open-services",
    "/api/stats/open-services.xlsx?by=system",
    "/api/stats/open-services.xlsx?by=day",
    "/api/registry/choices",
    "/api/registry/figures?by=month",
    "/api/registry/figures?by=unit",
    "/api/registry/figures?by=usage",
    "/api/registry/figures?by=satellite",
    "/api/registry/figures?by=region",
    "/api/registry/figures?by=region&unit=x",
    "/api/result-desk/figures?by=satellite",
    "/api/result-desk/figures?by=unit",
    "/api/result-desk/figures?by=year",
    "/api/result-desk/figures?by=kind&year=2026",
    "/api/reports/yearly?year=2026",
    "/api/reports/yearly?year=2026&unit=x",
    "/api/reports/yearly/file?year=2026&format=json",
];

/// Routes beside them, and why they are none of the figures.
pub(super) const NO_FIGURES: &[(&str, &str)] = &[
    ("GET /api/stats/received/scenes", ROWS),
    ("GET /api/stats/downloads/transfers", ROWS),
    ("GET /api/stats/preparation/failures", ROWS),
    ("GET /api/stats/satisfaction/ratings", ROWS),
    ("GET /api/stats/exploitation/scenes", ROWS),
    ("GET /api/registry", LIST),
    ("POST /api/stats/coverage", COVERAGE),
    ("POST /api/stats/coverage.csv", COVERAGE),
    ("POST /api/stats/table.xlsx", "writes what the page sends"),
    ("POST /api/reports/yearly", "publishes what GET has counted"),
];

const ROWS: &str = "lists the rows behind a figure, a page of them from an index";
const LIST: &str = "lists deliveries, a page of them from an index; what they add up to is asked without them in \
    storage/tests/database/service_figures/answers.rs";
const COVERAGE: &str =
    "there are as many areas as people draw: what a search finds is laid on a grid (decision 0098)";

/// An answer that reads raw rows, and why it may.
pub(super) struct Exception {
    pub(super) reader: Reader,
    /// With what its path begins.
    path: &'static str,
    /// What it reads, by name.
    pub(super) tables: &'static [&'static str],
    #[expect(dead_code, reason = "for whoever reads the list")]
    why: &'static str,
}

impl Exception {
    pub(super) fn is_of(&self, path: &str) -> bool {
        path.starts_with(self.path)
    }
}

/// The first that fits is meant. One that is no longer needed fails the test as well.
pub(super) const READ_RAW: &[Exception] = &[
    Exception {
        reader: Reader::Everything,
        path: "/api/stats/breakdown?by=region",
        tables: &["order_scene"],
        why: MARKED,
    },
    Exception {
        reader: Reader::WholeNodes,
        path: "/api/stats/breakdown?by=region",
        tables: &["order_scene"],
        why: MARKED,
    },
    Exception {
        reader: Reader::Area,
        path: "/api/stats/monthly",
        tables: &["order_scene", "orders", "scene"],
        why: AREAS,
    },
    Exception {
        reader: Reader::Area,
        path: "/api/stats/breakdown?by=day",
        tables: &["order_scene", "orders", "scene"],
        why: AREAS,
    },
    ordered("/api/stats/orders"),
    ordered("/api/stats/units"),
    ordered("/api/stats/ranking"),
    ordered("/api/stats/breakdown"),
    Exception {
        reader: Reader::Area,
        path: "/api/stats/received",
        tables: &["scene"],
        why: AREAS,
    },
    completion(Reader::WholeNodes, UNSUMMED),
    completion(Reader::Area, AREAS),
    downloads(Reader::WholeNodes, UNSUMMED),
    downloads(Reader::Area, AREAS),
    service(Reader::WholeNodes, "/api/stats/preparation", UNSUMMED),
    service(Reader::Area, "/api/stats/preparation", AREAS),
    service(Reader::WholeNodes, "/api/stats/satisfaction", UNSUMMED),
    service(Reader::Area, "/api/stats/satisfaction", AREAS),
    exploitation(Reader::WholeNodes, UNSUMMED),
    exploitation(Reader::Area, AREAS),
];

const MARKED: &str = "asks whether a scene that is marked, for half a second, was ordered";
const AREAS: &str = "there are as many areas as people draw (decision 0122)";
const UNSUMMED: &str = "not summed by nodes (decision 0122, left out)";

const fn ordered(path: &'static str) -> Exception {
    Exception {
        reader: Reader::Area,
        path,
        tables: &["order_scene", "orders", "scene", "scene_region"],
        why: AREAS,
    }
}

const fn completion(reader: Reader, why: &'static str) -> Exception {
    Exception {
        reader,
        path: "/api/stats/downloads/completion",
        tables: &[
            "delivery",
            "feedback",
            "order_scene",
            "preparation_failure",
            "registry_entry",
            "registry_fetch",
            "scene",
            "transfer",
        ],
        why,
    }
}

const fn downloads(reader: Reader, why: &'static str) -> Exception {
    Exception {
        reader,
        path: "/api/stats/downloads",
        tables: &[
            "delivery",
            "delivery_file",
            "feedback",
            "order_scene",
            "orders",
            "preparation_failure",
            "registry_entry",
            "scene",
            "transfer",
        ],
        why,
    }
}

const fn service(reader: Reader, path: &'static str, why: &'static str) -> Exception {
    Exception {
        reader,
        path,
        tables: &[
            "delivery",
            "feedback",
            "order_scene",
            "preparation_failure",
            "registry_entry",
            "scene",
            "transfer",
        ],
        why,
    }
}

const fn exploitation(reader: Reader, why: &'static str) -> Exception {
    Exception {
        reader,
        path: "/api/stats/exploitation",
        tables: &["delivered_scene", "scene"],
        why,
    }
}
