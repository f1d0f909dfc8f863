//! How well the survey served, beside plain counts by statements of the test's own: of what happened to orders, never of what
//! the figures are kept from.

mod answers;
mod exploitation;
mod preparation;
mod provided;
mod regions;
mod results;
mod satisfaction;
mod served;
mod totals;
mod world;
