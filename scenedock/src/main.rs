//! The one binary of scenedock: everything in one process, or each part in its own.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

mod admin;
mod backup;
mod config;
mod demo;
mod descriptors;
mod import;
mod ingest;
mod inspect_paper;
mod parts;
mod postgres;
mod private_folder;
mod processes;
mod receive;
mod settings;
mod stop;
mod top;
mod verify;
mod withdraw;

use mimalloc::MiMalloc;
use settings::Settings;

/// Small searches spend an eighth of their time with the system's allocator, which also keeps what many threads have freed:
/// after a hundred sign-ins some 400 MiB (decision 0024).
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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
    /// Scenes out of the catalogue, with a reason; targets of subscriptions are told
    Withdraw(withdraw::Withdraw),
    /// Users, orders that are over and behaviour of an old portal (NDJSON), checked row by row
    Import(import::Import),
    /// What is new at the sources of receive tasks, into the catalogue
    Receive(receive::Receive),
    /// Database, objects and (if asked) keys into a folder, while everything runs
    Backup(backup::Backup),
    /// A backup into an empty data folder or an empty database
    Restore(backup::restore::Restore),
    /// Runs one whole order against a running server and prints each step with its time
    Demo(demo::journey::Journey),
    /// What is set, and from where; secrets are hidden
    Config(config::ShowConfig),
    /// Whether a file is a delivery record that an installation signed
    Verify(verify::Verify),
    /// What goes on, in this terminal
    Top(top::Top),
    /// Accounts and maintenance
    #[command(subcommand)]
    Admin(admin::Admin),
    /// Looks through one paper on the standard input; the API starts it
    #[command(hide = true)]
    InspectPaper,
}

#[tokio::main]
async fn main() -> ExitCode {
    private_folder::begin();
    let (command, matches) = read_command();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    settings::start_log(&cli.settings);
    let settings = *cli.settings;
    descriptors::raise();
    let result = match cli.command {
        Command::Serve => processes::serve::run(settings).await,
        Command::Api => processes::api::run(settings).await,
        Command::Worker => processes::worker::run(settings).await,
        Command::Ftp => processes::ftp::run(settings).await,
        Command::Migrate => admin::migrate(settings).await,
        Command::Ingest(arguments) => {
            admin::with_parts(settings, |parts| async move {
                ingest::run(&parts.pool, arguments).await
            })
            .await
        }
        Command::Withdraw(arguments) => {
            admin::with_parts(settings, |parts| async move {
                withdraw::run(&parts, arguments).await
            })
            .await
        }
        Command::Import(arguments) => {
            admin::with_parts(settings, |parts| async move {
                import::run(&parts, arguments).await
            })
            .await
        }
        Command::Receive(arguments) => {
            admin::with_parts(settings, |parts| async move {
                receive::run(&parts, arguments).await
            })
            .await
        }
        Command::Backup(arguments) => {
            admin::with_parts(settings, |parts| async move {
                backup::run(&parts, &arguments).await
            })
            .await
        }
        Command::Restore(arguments) => backup::restore::run(settings, arguments).await,
        Command::Demo(journey) => demo::journey::run(journey).await,
        Command::Config(arguments) => arguments.print(&command, &matches),
        Command::Verify(arguments) => verify::run(arguments).await,
        Command::Top(arguments) => {
            admin::with_parts(settings, |parts| async move {
                top::run(&parts, arguments).await
            })
            .await
        }
        Command::Admin(command) => admin::run(settings, command).await,
        Command::InspectPaper => return inspect_paper::run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scenedock: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The command line and the environment, in which an empty variable counts as not set.
fn read_command() -> (clap::Command, clap::ArgMatches) {
    let command = settings::without_empty_variables(Cli::command());
    let matches = command.clone().get_matches();
    (command, matches)
}
