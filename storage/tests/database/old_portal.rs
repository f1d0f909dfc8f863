//! Rows of an old portal against a real database: what is taken in, what is refused, and that doing it again adds nothing.

mod behaviours;
mod counted_together;
mod orders;
mod users;
mod world;
