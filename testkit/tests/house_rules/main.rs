//! What the sources themselves must keep to: rooms, names, dependencies, and a page for every error.

mod dependencies;
mod error_details;
mod errors;
mod knots;
mod repetition;
mod rooms;
mod schemas;
mod unused;
mod words;
