//! How the terminal's monitor is laid out.

use domain::push_target::Gate;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Style, Stylize as _};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Row, Sparkline, Table, Widget};
use texts::{Detail, Locale, TopText};

use super::figures::Figures;
use super::words::{NOTHING, kind, moment, passed, percent, size, text_in, wait};

/// Lines of the head.
const HEAD: u16 = 5;
/// Lines of the chart with its heading.
const CHART: u16 = 5;
/// Lines of a table beside its rows: the heading and the names of its columns.
const AROUND: u16 = 2;

/// Whether the screen updates itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is read anew every so many seconds.
    Live {
        /// The seconds.
        every: u64,
    },
    /// Frozen with a key: figures stay until it is released.
    Held,
    /// The database does not answer.
    Away,
    /// Printed once, and not updated.
    Printed,
}

/// A screen of figures.
pub struct Screen<'a> {
    pub figures: &'a Figures,
    pub language: Locale,
    pub standing: Standing,
}

/// A table with its heading.
struct Listing {
    heading: String,
    columns: Vec<(String, Constraint)>,
    rows: Vec<Vec<String>>,
    /// What stands there without rows.
    empty: Option<String>,
}

impl Listing {
    fn height(&self) -> u16 {
        let rows = u16::try_from(self.rows.len()).unwrap_or(u16::MAX);
        match (&self.empty, rows) {
            (None, 0) => 0,
            (Some(_), 0) => AROUND,
            _ => AROUND.saturating_add(rows),
        }
    }
}

impl Screen<'_> {
    /// Lines that all of it takes.
    pub fn height(&self) -> u16 {
        let tables = self.listings().iter().map(Listing::height).sum::<u16>();
        HEAD + CHART + tables
    }

    fn text(&self, text: TopText) -> String {
        text_in(text, self.language)
    }

    fn head(&self) -> Vec<Line<'static>> {
        let figures = self.figures;
        let (median, p95) = figures.longest_waits();
        let waiting = figures
            .queues
            .iter()
            .map(|queue| queue.waiting + queue.released);
        let running = figures.queues.iter().map(|queue| queue.running).sum();
        let done = figures.throughput.iter().map(|minute| minute.done).sum();
        let failed = figures.throughput.iter().map(|minute| minute.failed).sum();
        let held = &figures.holdings;
        let tasks = TopText::Tasks {
            waiting: waiting.sum(),
            running,
        };
        let ended = self.text(TopText::Ended { done, failed });
        let waits = TopText::Waits {
            median: wait(median),
            p95: wait(p95),
        };
        let people = TopText::People {
            online: held.online,
            all: held.signed_in,
        };
        let deliveries = TopText::Deliveries {
            size: size(held.delivered_bytes),
            count: held.deliveries,
            closing: held.closing,
        };
        let database = TopText::Database {
            size: size(held.database_bytes),
        };
        vec![
            self.title(),
            Line::from(format!("{}  ·  {}", self.workers(), self.text(tasks))),
            Line::from(ended).style(if failed > 0 {
                Style::new().yellow()
            } else {
                Style::new()
            }),
            Line::from(self.text(waits)),
            Line::from(format!(
                "{}  ·  {}  ·  {}",
                self.text(people),
                self.text(deliveries),
                self.text(database)
            )),
        ]
    }

    fn title(&self) -> Line<'static> {
        let time = moment(self.figures.at);
        let title = Span::from(self.text(TopText::Title { time })).bold();
        let standing = match self.standing {
            Standing::Live { every } => {
                Span::from(self.text(TopText::Keys { seconds: every })).dim()
            }
            Standing::Held => Span::from(self.text(TopText::Held)).yellow(),
            Standing::Away => Span::from(self.text(TopText::Away)).red(),
            Standing::Printed => return title.into(),
        };
        Line::from(vec![title, Span::from("    "), standing])
    }

    fn workers(&self) -> String {
        let figures = self.figures;
        if figures.workers.is_empty() {
            return self.text(TopText::NoWorkers);
        }
        self.text(TopText::Workers {
            processes: figures.workers.len() as u64,
            used: figures.running.len() as u64,
            slots: figures
                .workers
                .iter()
                .map(|worker| i64::from(worker.slots) + i64::from(worker.emergency_slots))
                .sum(),
        })
    }

    fn listings(&self) -> [Listing; 5] {
        [
            self.queues(),
            self.running(),
            self.sessions(),
            self.sources(),
            self.resting(),
        ]
    }

    fn queues(&self) -> Listing {
        let at = self.figures.at;
        let number = Constraint::Length(10);
        let rows = self.figures.queues.iter().map(|queue| {
            let oldest = queue.oldest.map(|oldest| passed(oldest, at));
            vec![
                self.text(kind(queue.kind)),
                queue.waiting.to_string(),
                queue.released.to_string(),
                queue.running.to_string(),
                oldest.unwrap_or_else(|| NOTHING.to_owned()),
            ]
        });
        Listing {
            heading: self.text(TopText::Queues),
            columns: self.columns(vec![
                (TopText::Kind, Constraint::Length(28)),
                (TopText::Waiting, number),
                (TopText::Released, number),
                (TopText::RunningTasks, number),
                (TopText::Oldest, number),
            ]),
            rows: rows.collect(),
            empty: None,
        }
    }

    fn running(&self) -> Listing {
        let at = self.figures.at;
        let rows = self.figures.running.iter().map(|task| {
            let order = task.order.as_ref().map(|(_, number)| number.clone());
            let scene = task.scene.clone();
            vec![
                self.text(kind(task.kind)),
                order.unwrap_or_else(|| NOTHING.to_owned()),
                scene.unwrap_or_else(|| NOTHING.to_owned()),
                task.worker.clone(),
                task.attempt.to_string(),
                passed(task.started_at, at),
                percent(task.bytes_done, task.bytes_all),
            ]
        });
        Listing {
            heading: self.text(TopText::Running),
            columns: self.columns(vec![
                (TopText::Task, Constraint::Length(20)),
                (TopText::Order, Constraint::Length(18)),
                (TopText::Scene, Constraint::Fill(2)),
                (TopText::Worker, Constraint::Fill(1)),
                (TopText::Attempt, Constraint::Length(7)),
                (TopText::Since, Constraint::Length(9)),
                (TopText::Progress, Constraint::Length(8)),
            ]),
            rows: rows.collect(),
            empty: Some(self.text(TopText::RunningNone)),
        }
    }

    fn sessions(&self) -> Listing {
        let at = self.figures.at;
        let rows = self.figures.sessions.iter().map(|session| {
            vec![
                session.account.clone(),
                (session.order.as_ref())
                    .map_or_else(|| NOTHING.to_owned(), |order| order.1.clone()),
                session.client_ip.clone(),
                passed(session.since, at),
                size(session.bytes),
                session.path.clone().unwrap_or_else(|| NOTHING.to_owned()),
            ]
        });
        Listing {
            heading: self.text(TopText::Sessions),
            columns: self.columns(vec![
                (TopText::Account, Constraint::Length(14)),
                (TopText::Order, Constraint::Length(18)),
                (TopText::Address, Constraint::Length(20)),
                (TopText::SignedInFor, Constraint::Length(9)),
                (TopText::Fetched, Constraint::Length(10)),
                (TopText::File, Constraint::Fill(1)),
            ]),
            rows: rows.collect(),
            empty: None,
        }
    }

    fn sources(&self) -> Listing {
        let rows = self.figures.sources.iter().map(|watched| {
            let (state, until) = match watched.gate {
                Gate::Open => (TopText::SourceWorks, None),
                Gate::Probe => (TopText::SourceProbed, None),
                Gate::Shut(until) => (TopText::SourceRests, Some(until)),
            };
            let cap = watched.cap.map(|cap| format!("/{cap}"));
            let why = watched.failure.as_ref();
            vec![
                watched.source.name.clone(),
                format!("{}{}", watched.live, cap.unwrap_or_default()),
                self.text(state),
                watched.source.breaker.failures.to_string(),
                until.map(moment).unwrap_or_default(),
                why.map(|why| why.render(self.language)).unwrap_or_default(),
            ]
        });
        Listing {
            heading: self.text(TopText::Sources),
            columns: self.columns(vec![
                (TopText::Place, Constraint::Length(30)),
                (TopText::SourceLive, Constraint::Length(8)),
                (TopText::SourceState, Constraint::Length(8)),
                (TopText::Failures, Constraint::Length(8)),
                (TopText::Until, Constraint::Length(19)),
                (TopText::Why, Constraint::Fill(1)),
            ]),
            rows: rows.collect(),
            empty: None,
        }
    }

    fn resting(&self) -> Listing {
        let rows = self.figures.resting.iter().map(|resting| {
            let kind = if resting.is_source {
                TopText::Source
            } else {
                TopText::Target
            };
            let why = resting
                .failure
                .as_ref()
                .map(|why: &Detail| why.render(self.language));
            vec![
                self.text(kind),
                resting.name.clone(),
                resting.failures.to_string(),
                moment(resting.until),
                why.unwrap_or_default(),
            ]
        });
        Listing {
            heading: self.text(TopText::Resting),
            columns: self.columns(vec![
                (TopText::Direction, Constraint::Length(8)),
                (TopText::Place, Constraint::Length(24)),
                (TopText::Failures, Constraint::Length(8)),
                (TopText::Until, Constraint::Length(19)),
                (TopText::Why, Constraint::Fill(1)),
            ]),
            rows: rows.collect(),
            empty: None,
        }
    }

    fn columns(&self, columns: Vec<(TopText, Constraint)>) -> Vec<(String, Constraint)> {
        let named = columns.into_iter();
        named
            .map(|(name, width)| (self.text(name), width))
            .collect()
    }

    fn chart(&self, area: Rect, buffer: &mut Buffer) {
        let done = self
            .figures
            .throughput
            .iter()
            .map(|minute| minute.done.unsigned_abs());
        let done: Vec<u64> = done.collect();
        let heading = headed(&self.text(TopText::Throughput));
        Sparkline::default()
            .block(heading)
            .data(done)
            .render(area, buffer);
    }

    /// A table in what is left for it; what does not fit is counted.
    fn table(&self, listing: Listing, area: Rect, buffer: &mut Buffer) {
        let block = headed(&listing.heading);
        if let (Some(empty), true) = (&listing.empty, listing.rows.is_empty()) {
            Paragraph::new(empty.clone())
                .dim()
                .block(block)
                .render(area, buffer);
            return;
        }
        let room = usize::from(area.height.saturating_sub(AROUND));
        let left_out = listing.rows.len().saturating_sub(room);
        let mut rows = listing.rows;
        if left_out > 0 && room > 0 {
            rows.truncate(room - 1);
            let count = left_out as u64 + 1;
            rows.push(vec![self.text(TopText::More { count })]);
        }
        let (names, widths): (Vec<_>, Vec<_>) = listing.columns.into_iter().unzip();
        Table::new(rows.into_iter().map(Row::new), widths)
            .header(Row::new(names).dim())
            .block(block)
            .render(area, buffer);
    }
}

fn headed(heading: &str) -> Block<'static> {
    Block::new()
        .borders(Borders::TOP)
        .title(format!(" {heading} ").bold())
}

impl Widget for &Screen<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let listings = self.listings();
        let heights = listings.iter().map(Listing::height);
        let heights = [HEAD, CHART].into_iter().chain(heights);
        // Where there is too little room the first parts have it.
        let mut left = area.height;
        let heights = heights.map(|natural| {
            let height = natural.min(left);
            left -= height;
            Constraint::Length(height)
        });
        let parts = Layout::vertical(heights.collect::<Vec<_>>()).split(area);
        Paragraph::new(self.head()).render(parts[0], buffer);
        self.chart(parts[1], buffer);
        for (listing, part) in listings.into_iter().zip(&parts[2..]) {
            if part.height > 0 {
                self.table(listing, *part, buffer);
            }
        }
    }
}

impl Widget for Screen<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        (&self).render(area, buffer);
    }
}

/// The text of a buffer, without what fills its lines.
pub fn lines(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in buffer.area.rows().map(|row| row.y) {
        let mut line = String::new();
        // A character of two columns is followed by a cell that says nothing.
        let mut hidden = 0;
        for x in buffer.area.left()..buffer.area.right() {
            if hidden > 0 {
                hidden -= 1;
                continue;
            }
            let symbol = buffer[(x, y)].symbol();
            hidden = Span::from(symbol).width().saturating_sub(1);
            line.push_str(symbol);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
