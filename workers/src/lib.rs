//! Jobs, packages, archives and reconcilers.
