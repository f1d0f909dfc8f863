//! Orders: life cycle, number, get method.

pub mod application;
pub mod attention;
pub mod changes;
pub mod checks;
pub mod data_kind;
pub mod decision;
pub mod feedback;
pub mod get_method;
pub mod kind;
pub mod number;
pub mod order_status;
pub mod progress;
pub mod rules;
pub mod scene_state;
pub mod size_class;
pub mod state;
