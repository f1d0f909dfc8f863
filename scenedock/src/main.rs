//! The one binary of scenedock: everything in one process, or each part in its own.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod admin;
mod demo;
mod ingest;
mod parts;
mod postgres;
mod processes;
mod settings;
mod stop;

use settings::Settings;

/// Hands out satellite imagery: catalogue, orders, preparation, delivery over FTP.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(flatten)]
    settings: Box<Settings>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Everything in one process, with a private Postgres unless DATABASE_URL is set
    Serve,
    /// The HTTP API and both web apps
    Api,
    /// Workers, the dispatcher and the sweepers
    Worker,
    /// The FTP gateway
    Ftp,
    /// Bring the database to this version
    Migrate,
    /// STAC Items and folders of GeoTIFFs into the catalogue
    Ingest(ingest::Ingest),
    /// Runs one whole order against a running server and prints each step with its time
    Demo(demo::journey::Journey),
    /// Accounts and maintenance
    #[command(subcommand)]
    Admin(admin::Admin),
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    settings::start_log(&cli.settings);
    let settings = *cli.settings;
    let result = match cli.command {
        Command::Serve => processes::serve::run(settings).await,
        Command::Api => processes::api::run(settings).await,
        Command::Worker => processes::worker::run(settings).await,
        Command::Ftp => processes::ftp::run(settings).await,
        Command::Migrate => admin::migrate(settings).await,
        Command::Ingest(asked) => {
            admin::with_parts(settings, |parts| async move {
                ingest::run(&parts.pool, asked).await
            })
            .await
        }
        Command::Demo(journey) => demo::journey::run(journey).await,
        Command::Admin(command) => admin::run(settings, command).await,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scenedock: {error:#}");
            ExitCode::FAILURE
        }
    }
}
