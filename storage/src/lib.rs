//! Rows, objects, tasks and sealed secrets: the only crate that knows SQL, apalis and bucket paths.
