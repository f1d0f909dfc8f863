//! What stands in the log of a task.

use std::cell::RefCell;
use std::io::Write;
use std::sync::{Arc, Mutex, Once};

use domain::emergency::SlotKind;
use domain::ids::{OrderId, TaskId};
use serde_json::Value;
use storage::clock::{self, CorrectedClock};
use storage::objects::Objects;
use storage::task_metrics::TaskMetrics;
use testkit::builders::server_key;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use workers::crew::{Crew, FreeSources};
use workers::jobs;

use super::faults::failing;
use super::store::{Op, broken};
use super::world::World;

/// What was logged.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(line)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

thread_local! {
    /// Where the lines of this thread, on which a whole test runs, go; nowhere where there is none.
    static OF_THREAD: RefCell<Option<Lines>> = const { RefCell::new(None) };
}

impl Lines {
    /// What this thread logs from now on.
    ///
    /// The log is the process's: a log of one thread alone misses the lines whose first caller
    /// is another thread, which nobody listens to (tracing then takes them for unheard).
    fn of_this_thread() -> Self {
        static LOG: Once = Once::new();
        LOG.call_once(|| {
            let of_thread = || OF_THREAD.with_borrow(Option::clone).unwrap_or_default();
            tracing_subscriber::fmt()
                .json()
                .with_writer(of_thread)
                .init();
        });
        let lines = Self::default();
        OF_THREAD.set(Some(lines.clone()));
        lines
    }

    /// The lines that say `message`.
    fn saying(&self, message: &str) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let said = |line: &Value| line["fields"]["message"] == message;
        lines.filter(said).collect()
    }
}

/// Does the one task that waits over `objects`; the task, its order and what was logged.
async fn logged(world: &World, objects: Objects) -> (TaskId, OrderId, Lines) {
    let order = world.approved().await;
    let [task] = world.release().await[..] else {
        panic!("one scene")
    };
    let crew = Crew {
        pool: world.pool().clone(),
        objects,
        key: server_key(),
        settings: world.settings("w", 1),
        free_sources: FreeSources::default(),
        metrics: TaskMetrics::default(),
        clock: CorrectedClock::new(Arc::new(clock::now)),
        freed: Arc::new(Notify::new()),
        stopping: CancellationToken::new(),
    };
    let lines = Lines::of_this_thread();
    jobs::work(Arc::new(crew), task, SlotKind::Ordinary).await;
    (task, order, lines)
}

#[tokio::test]
async fn each_line_of_a_task_has_task_and_order_as_fields() {
    let world = World::new(&[10]).await;
    let (task, order, lines) = logged(&world, world.objects()).await;
    for message in ["begins", "done"] {
        let said = lines.saying(message);
        let [line] = &said[..] else {
            panic!("{message} is said once")
        };
        let span = &line["span"];
        assert_eq!(span["task"], task.to_string());
        assert_eq!(span["order"], order.to_string());
        assert_eq!(span["kind"], "extract_scene");
        assert_eq!(span["attempt"], 1);
        assert_eq!(span["scene"], world.did(0).await);
    }
}

#[tokio::test]
async fn a_failure_is_logged_with_its_order_and_without_debug_text() {
    let world = World::new(&[10]).await;
    let (hook, _) = failing(Op::Put, "/scenes/", 1, broken);
    let (task, order, lines) = logged(&world, world.hooked(hook)).await;
    let said = lines.saying("failed, will be tried again");
    let [line] = &said[..] else {
        panic!("it is said once")
    };
    assert_eq!(line["span"]["task"], task.to_string());
    assert_eq!(line["span"]["order"], order.to_string());
    assert!(line["fields"]["task"].is_null(), "{line}");
    let text = line.to_string();
    assert!(
        !text.contains("Claim") && !text.contains("OrderId("),
        "{line}"
    );
}
