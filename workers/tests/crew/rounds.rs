//! Loops whose act does not end.

use std::future::pending;
use std::time::Duration;

use storage::loop_health::LoopHealth;
use tokio_util::sync::CancellationToken;
use workers::reconcile::rounds::{Round, Rounds};

fn round(most: Duration) -> Round {
    Round {
        what: "hangs",
        period: Duration::from_millis(1),
        most,
    }
}

#[tokio::test]
async fn an_act_that_hangs_is_seen_given_up_and_begun_anew() {
    let (stop, health) = (CancellationToken::new(), LoopHealth::default());
    let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let acts = std::sync::atomic::AtomicUsize::new(0);
    let hangs_twice = || {
        begun.send(()).unwrap();
        let act = acts.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        async move {
            if act < 2 {
                pending::<()>().await;
            }
            Ok(())
        }
    };
    let looks = async {
        begins.recv().await.unwrap();
        begins.recv().await.unwrap();
        assert_eq!(health.stuck(), ["hangs"], "the first was given up");
        begins.recv().await.unwrap();
        begins.recv().await.unwrap();
        assert!(health.stuck().is_empty(), "the third has ended");
        stop.cancel();
    };
    let rounds = Rounds::new(&stop, &health);
    tokio::join!(
        rounds.every(round(Duration::from_millis(20)), hangs_twice),
        looks
    );
}

/// Three seconds: what an act may take once the process stops.
#[tokio::test]
async fn a_loop_hears_stop_in_the_middle_of_an_act() {
    let (stop, health) = (CancellationToken::new(), LoopHealth::default());
    let rounds = Rounds::new(&stop, &health);
    let hangs = || {
        stop.cancel();
        async {
            pending::<()>().await;
            Ok(())
        }
    };
    rounds.every(round(Duration::from_hours(1)), hangs).await;
}
