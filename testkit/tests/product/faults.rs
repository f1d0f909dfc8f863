//! Black box: the real binary on full disks and unreadable archives, stopped and killed in the middle, and started
//! where it must not start.
//!
//! Slow (a minute): servers with a database of their own start and stop some twenty times.

mod bytes;
mod process;
mod starting;
mod stopping;
