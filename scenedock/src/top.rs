//! `scenedock top`: what goes on, in a terminal, for whoever is on a server without a browser.

mod figures;
mod screen;
#[cfg(test)]
mod tests;
mod words;

use std::io::{IsTerminal as _, stdout};
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use clap::{Args, value_parser};
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::widgets::Widget as _;
use storage::PgPool;
use texts::Locale;

use self::figures::Figures;
use self::screen::{Screen, Standing};
use crate::parts::ProcessParts;

/// Columns of a screen that is printed.
const PRINTED_COLUMNS: u16 = 120;

/// Workers, queues, running tasks, FTP sessions and what rests, as the monitor of the back office shows them.
#[derive(Args)]
pub struct Top {
    /// Seconds from one reading to the next
    #[arg(long, default_value_t = 2, value_parser = value_parser!(u64).range(1..=3600))]
    every: u64,
    /// Print one screen and end
    #[arg(long)]
    once: bool,
    /// The language: zh-CN or en
    #[arg(long, default_value = "zh-CN", value_parser = locale)]
    language: Locale,
}

fn locale(tag: &str) -> Result<Locale, String> {
    Locale::parse(tag).ok_or_else(|| "zh-CN or en".to_owned())
}

/// Runs the command until somebody ends it.
pub async fn run(parts: &ProcessParts, arguments: Top) -> anyhow::Result<()> {
    if arguments.once {
        let figures = Figures::read(&parts.pool).await?;
        print!("{}", printed(&figures, arguments.language));
        return Ok(());
    }
    ensure!(
        stdout().is_terminal(),
        "the output is no terminal: use --once"
    );
    let mut terminal = OpenTerminal(ratatui::init());
    watch(&parts.pool, &arguments, &mut terminal.0).await
}

/// One screen as lines of text, as long as what it shows.
fn printed(figures: &Figures, language: Locale) -> String {
    let screen = Screen {
        figures,
        language,
        standing: Standing::Printed,
    };
    let area = Rect::new(0, 0, PRINTED_COLUMNS, screen.height());
    let mut buffer = Buffer::empty(area);
    screen.render(area, &mut buffer);
    screen::lines(&buffer)
}

/// A terminal that is given back however the command ends.
struct OpenTerminal(DefaultTerminal);

impl Drop for OpenTerminal {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// What somebody wants by a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TopKey {
    End,
    Hold,
    Draw,
}

fn top_key(event: &Event) -> Option<TopKey> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Press => match key.code {
            KeyCode::Char('q') | KeyCode::Esc => Some(TopKey::End),
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                Some(TopKey::End)
            }
            KeyCode::Char(' ') => Some(TopKey::Hold),
            _ => None,
        },
        Event::Resize(..) => Some(TopKey::Draw),
        _ => None,
    }
}

async fn watch(
    pool: &PgPool,
    arguments: &Top,
    terminal: &mut DefaultTerminal,
) -> anyhow::Result<()> {
    let every = Duration::from_secs(arguments.every);
    let (mut figures, mut is_held) = (Figures::read(pool).await?, false);
    let mut is_away = false;
    loop {
        let standing = match (is_held, is_away) {
            (true, _) => Standing::Held,
            (false, true) => Standing::Away,
            (false, false) => Standing::Live {
                every: arguments.every,
            },
        };
        let screen = Screen {
            figures: &figures,
            language: arguments.language,
            standing,
        };
        terminal.draw(|frame| frame.render_widget(&screen, frame.area()))?;
        match next_key(every).await? {
            Some(TopKey::End) => return Ok(()),
            Some(TopKey::Hold) => is_held = !is_held,
            Some(TopKey::Draw) => {}
            None if is_held => {}
            None => match Figures::read(pool).await {
                Ok(read) => (figures, is_away) = (read, false),
                Err(error) if error.is_unavailable() => is_away = true,
                Err(error) => bail!(error),
            },
        }
    }
}

/// The next key that means something; `None`: the time is over.
async fn next_key(within: Duration) -> anyhow::Result<Option<TopKey>> {
    let until = Instant::now() + within;
    // Reading keys blocks, and the runtime has connections to look after.
    let read = tokio::task::spawn_blocking(move || {
        loop {
            if !event::poll(until.saturating_duration_since(Instant::now()))? {
                return Ok(None);
            }
            if let Some(key) = top_key(&event::read()?) {
                return Ok(Some(key));
            }
        }
    });
    read.await?
}
