//! Computing with areas for requests: whose turn it is ([`pool`]), what it may cost ([`budget`]), and the areas that people
//! search by. What is computed is in the crate `geometry`.

mod admission;
pub mod area;
mod budget;
pub mod pool;
pub mod recent;

#[cfg(test)]
pub(crate) mod flood_tests;
#[cfg(test)]
mod hostile_tests;
