//! Black box: the real binary on full disks and unreadable archives, stopped and killed in the middle, and started
//! where it must not start.

mod bytes;
mod process;
mod site;
mod starting;
mod stopping;
