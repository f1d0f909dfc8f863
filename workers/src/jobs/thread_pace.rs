//! How fast a thread reads that may wait.

use std::cell::{Cell, RefCell};
use std::io;

use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

use crate::archive::{ReadPace, admit_all};
use crate::fault::Fault;

/// Bytes that are reserved at once at most: of a raster only some parts are read, and nobody knows beforehand how many.
const MAX_RESERVED: u64 = 1 << 20;

/// The pace of a thread that reads here and there in a file.
pub(super) struct ThreadPace {
    pace: RefCell<Box<dyn ReadPace>>,
    runtime: Handle,
    stop: CancellationToken,
    fault: Cell<Option<Fault>>,
}

impl ThreadPace {
    /// It is waited for until `stop` is set. Call inside a runtime.
    pub(super) fn new(pace: Box<dyn ReadPace>, stop: CancellationToken) -> Self {
        Self {
            pace: RefCell::new(pace),
            runtime: Handle::current(),
            stop,
            fault: Cell::default(),
        }
    }

    /// Waits until so many bytes may be read.
    pub(super) fn admit(&self, bytes: usize) -> io::Result<()> {
        let mut pace = self.pace.borrow_mut();
        pace.begin(MAX_RESERVED);
        let admission = self
            .stop
            .run_until_cancelled(admit_all(pace.as_mut(), bytes));
        let fault = match self.runtime.block_on(admission) {
            Some(Ok(())) => return Ok(()),
            Some(Err(fault)) => fault,
            None => Fault::Cancelled,
        };
        let error = io::Error::other(fault.to_string());
        self.fault.set(Some(fault));
        Err(error)
    }

    /// Why nothing more was read.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault.take()
    }
}
