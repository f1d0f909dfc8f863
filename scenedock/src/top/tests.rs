//! The screens of a busy moment.

use chrono::{DateTime, Utc};
use domain::archive_source::{ArchiveSource, SourceBounds, SourceId};
use domain::ids::{OrderId, TaskId};
use domain::push_target::{Breaker, Gate};
use domain::task::TaskKind;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;
use storage::db::archive_sources::WatchedSource;
use storage::db::ftp_sessions::FtpSession;
use storage::db::monitor::{Holdings, KindQueue, MinuteOfTasks, RunningTask, WorkerProcess};
use storage::db::resting_places::RestingPlace;
use storage::db::task_attempts::MinuteOfWaits;
use texts::{FailureText, Locale};
use uuid::Uuid;

use super::figures::Figures;
use super::screen::{self, Screen, Standing};
use super::{TopKey, printed, top_key};

/// A busy moment, for tests.
fn sample() -> Figures {
    let at: DateTime<Utc> = "2026-11-28T13:02:03Z".parse().unwrap();
    let ago = |seconds: i64| at - chrono::TimeDelta::seconds(seconds);
    let order = (OrderId(Uuid::nil()), "WP20261128-0001".to_owned());
    let queue = |kind: TaskKind, waiting, oldest: Option<i64>| KindQueue {
        kind: kind.into(),
        waiting,
        released: 1,
        running: 2,
        oldest: oldest.map(ago),
    };
    Figures {
        at,
        workers: vec![WorkerProcess {
            name: "desk-1-a1b2".into(),
            slots: 4,
            emergency_slots: 0,
            seen_at: at,
        }],
        running: vec![running_task(order.clone(), ago(75))],
        queues: vec![
            queue(TaskKind::ExtractScene, 1234, Some(3700)),
            queue(TaskKind::PackageOrder, 0, None),
        ],
        throughput: (0..60)
            .map(|minute| MinuteOfTasks {
                at: ago(60 * (59 - minute)),
                done: minute % 7,
                failed: i64::from(minute == 9),
            })
            .collect(),
        waits: vec![MinuteOfWaits {
            at,
            median_seconds: Some(1.25),
            p95_seconds: Some(95.0),
        }],
        sessions: vec![session(order, ago(600))],
        sources: vec![
            watched(
                "ftp://192.0.2.8",
                Gate::Shut(at + chrono::TimeDelta::minutes(2)),
                12,
            ),
            watched("file:///mnt/archive/", Gate::Open, 0),
        ],
        resting: vec![RestingPlace {
            is_source: true,
            id: Uuid::nil(),
            name: "省中心目录".into(),
            owner: None,
            failures: 3,
            until: at + chrono::TimeDelta::minutes(10),
            failure: Some(
                FailureText::NoAnswer {
                    place: "192.0.2.9:443".into(),
                }
                .into(),
            ),
        }],
        holdings: Holdings {
            database_bytes: 3 << 30,
            delivered_bytes: 7 << 40,
            deliveries: 12,
            closing: 2,
            closing_bytes: 1 << 30,
            shelf_files: 40,
            shelf_bytes: 5 << 30,
            signed_in: 31,
            online: 9,
        },
    }
}

fn watched(name: &str, gate: Gate, failures: i32) -> WatchedSource {
    let until = match gate {
        Gate::Shut(until) => Some(until),
        Gate::Open | Gate::Probe => None,
    };
    let silent = FailureText::ArchiveSilent { seconds: 60 };
    WatchedSource {
        source: ArchiveSource {
            id: SourceId(failures),
            name: name.into(),
            bounds: SourceBounds::default(),
            waited_until: None,
            breaker: Breaker {
                failures,
                rests_until: until,
            },
        },
        gate,
        live: u64::from(until.is_none()),
        cap: until.map(|_| 2),
        is_at_bandwidth: false,
        failure: until.map(|_| silent.into()),
    }
}

fn running_task(order: (OrderId, String), started_at: DateTime<Utc>) -> RunningTask {
    RunningTask {
        id: TaskId(Uuid::nil()),
        kind: TaskKind::ExtractScene.into(),
        order: Some(order),
        scene: Some("高分一号_20240501_PMS1".into()),
        worker: "desk-1-a1b2".into(),
        in_emergency_slot: false,
        attempt: 2,
        started_at,
        bytes_done: 1 << 30,
        bytes_all: 4 << 30,
    }
}

fn session(order: (OrderId, String), since: DateTime<Utc>) -> FtpSession {
    FtpSession {
        id: Uuid::nil(),
        account: "u7f3k2".into(),
        order: Some(order),
        client_ip: "192.0.2.7".into(),
        encrypted: true,
        since,
        bytes: 5 << 30,
        path: Some("/package/WP20261128-0001_1.zip".into()),
        is_ending: false,
    }
}

#[test]
fn keys_end_and_hold() {
    let key = |code, modifiers| Event::Key(KeyEvent::new(code, modifiers));
    let plain = KeyModifiers::NONE;
    assert_eq!(top_key(&key(KeyCode::Char('q'), plain)), Some(TopKey::End));
    assert_eq!(top_key(&key(KeyCode::Esc, plain)), Some(TopKey::End));
    assert_eq!(top_key(&key(KeyCode::Char('c'), plain)), None);
    let control = KeyModifiers::CONTROL;
    assert_eq!(
        top_key(&key(KeyCode::Char('c'), control)),
        Some(TopKey::End)
    );
    assert_eq!(top_key(&key(KeyCode::Char(' '), plain)), Some(TopKey::Hold));
    assert_eq!(top_key(&Event::Resize(80, 24)), Some(TopKey::Draw));
}

#[test]
fn what_goes_on_is_printed_in_both_languages() {
    let figures = sample();
    insta::assert_snapshot!("chinese", printed(&figures, Locale::ZhCn));
    insta::assert_snapshot!("english", printed(&figures, Locale::En));
}

#[test]
fn a_small_terminal_is_no_fault() {
    let figures = sample();
    for (width, height) in [(1, 1), (20, 5), (80, 24), (300, 100)] {
        let screen = Screen {
            figures: &figures,
            language: Locale::ZhCn,
            standing: Standing::Away,
        };
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        screen.render(area, &mut buffer);
        let text = screen::lines(&buffer);
        assert_eq!(text.lines().count(), usize::from(height));
        assert_eq!(text.contains("数据库无应答"), width >= 80);
    }
}
