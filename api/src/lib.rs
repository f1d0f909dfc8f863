//! The HTTP interface: one endpoint, one file.
