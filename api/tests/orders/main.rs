//! Orders, papers and deliveries over the whole application: a real Postgres, a real object store in a folder.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on says so by panicking"
)]

mod access;
mod as_read;
mod away;
mod behaviours;
mod blank_forms;
mod bulk;
mod catalogued;
mod changing;
mod clones;
mod console;
mod deliveries;
mod desk;
mod dictionary;
mod document;
mod drafts;
mod extras;
mod feedback;
mod hostile;

mod journey;
mod legacy;
mod lists;
mod logged;
mod network;
mod notices;
mod offline;
mod opened;
mod papers;
mod preparation;
mod pushes;
mod records;
mod registry;
mod replaced;
mod results;
mod reuse;
mod sealed;
mod signatures;
mod single;
mod streams;
mod subscription_papers;
mod tasks;
mod walk;
mod workers;
mod world;
mod yearly_report;
