//! The rules of scenedock, pure: no clock, no database, no network.
//!
//! Every route, worker and button asks this crate whether something may happen;
//! nothing else knows the tables in here.

pub mod account;
pub mod administrator;
pub mod archive_host;
pub mod attachment;
pub mod audit_log;
pub mod behaviour;
pub mod budget;
pub mod calendar;
pub mod catalogue;
pub mod content;
pub mod cover;
pub mod datum;
pub mod delivery;
pub mod duty;
pub mod export;
pub mod field;
pub mod ids;
pub mod keyword;
pub mod network;
pub mod notice;
pub mod order;
pub mod password;
pub mod password_reset;
pub mod permission;
pub mod preview;
pub mod projection;
pub mod quota;
pub mod recommend;
pub mod region;
pub mod return_path;
pub mod role;
pub mod scope;
pub mod second_factor;
pub mod separation;
pub mod setting;
pub mod sheet;
pub mod sign_in_policy;
pub mod size;
pub mod special_address;
pub mod statistics;
pub mod survey;
pub mod system;
pub mod task;
pub mod text;
