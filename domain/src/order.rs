//! Orders: life cycle, number, get method.

pub mod get_method;
pub mod kind;
pub mod number;
pub mod state;
