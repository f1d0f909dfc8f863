//! What the sources themselves must keep to: rooms, names, dependencies, and a page for every error.

mod dependencies;
mod error_details;
mod errors;
mod fragments;
mod knots;
mod named_paths;
mod repetition;
mod rooms;
mod schemas;
mod unused;
mod words;
