//! Starts the real parts for tests.
