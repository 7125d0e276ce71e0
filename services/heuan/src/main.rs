//! The shop in one binary. See `heuan --help`.

mod admin;
mod backup;
mod categories;
mod check;
mod contact;
mod content;
mod customer;
mod data_folder;
mod demo_manager;
mod disk_space;
mod edge;
mod export;
mod import;
mod imports;
mod live_events;
mod local_branches;
mod local_catalog;
mod messages;
mod news;
mod operator_audit;
mod order_branch;
mod order_line;
mod order_lines;
mod order_steps;
mod orders;
mod process;
mod product_bulk;
mod production;
mod products;
mod progress;
mod quick_replies;
mod return_stock;
mod run_all;
mod searches;
mod service_error;
mod service_registry;
mod services;
mod settings;
mod split;
mod staff;
mod synonyms;
mod take_order;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use process::Process;

#[global_allocator]
static ALLOCATOR: heuan_allocator::Allocator = heuan_allocator::Allocator;

const ENVIRONMENT: &str = "\
Environment:
  PORT          HTTP port, 0 for any free one [default: 8080]
  DATA_DIR      databases, images, keys [default: data]
  DATABASE_URL  PostgreSQL instead of files: postgres://user:password@host/database
  REDIS_URL     what replicas of the edge share: redis://host:port
  DEMO=0        do not import the demo catalog into an empty shop
  HEUAN_CONFIG  a file of settings; `heuan settings` prints them all with what they mean";

/// Heuan: online shop of a home-improvement retailer in Laos.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, after_help = ENVIRONMENT)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the shop: all services in this process, or one of them.
    Run {
        /// Run only this service, on its port in crates/rpc/topology.toml.
        service: Option<String>,
    },
    /// Create or update the tables of all services, or of one.
    Migrate {
        /// Only this service, by its name in crates/rpc/topology.toml.
        service: Option<String>,
    },
    /// Import a catalog folder, a zip file of it, or what another system exports (docs/import.md), all or nothing. May run while
    /// the shop is running.
    Import(import::Command),
    /// List, repeat, apply and discard imports. May run while the shop is running.
    #[command(subcommand)]
    Imports(imports::Imports),
    /// Export the whole catalog as a zip file that `import` reads, or one table as CSV. May run while the shop is running.
    Export(export::Export),
    /// Manage staff accounts. May run while the shop is running.
    #[command(subcommand)]
    Staff(staff::Staff),
    /// Record the handling of orders. May run while the shop is running.
    #[command(subcommand)]
    Orders(orders::Orders),
    /// Export or erase the data of a customer in all services, make a code for a new password, block and unblock, write notes, and
    /// correct club points. May run while the shop is running.
    #[command(subcommand)]
    Customer(customer::Customer),
    /// Show and change a product. May run while the shop is running.
    #[command(subcommand)]
    Product(products::Product),
    /// List, publish and discard drafts of content, remove items, and list and undo changes. May run while the shop is running.
    #[command(subcommand)]
    Content(content::Content),
    /// List, hide, show, move and remove categories and groups. May run while the shop is running.
    #[command(subcommand)]
    Categories(categories::Categories),
    /// List, add and remove synonyms of the search. May run while the shop is running.
    #[command(subcommand)]
    Synonyms(synonyms::Synonyms),
    /// List, pin and block popular searches. May run while the shop is running.
    #[command(subcommand)]
    Searches(searches::Searches),
    /// List messages to customers and send them again, read bounces of e-mails, and list and clear undeliverable addresses. May run
    /// while the shop is running.
    #[command(subcommand)]
    Messages(messages::Messages),
    /// List, add, change and remove quick replies of the chat. May run while the shop is running.
    #[command(subcommand)]
    QuickReplies(quick_replies::QuickReplies),
    /// List, send and cancel news to customers who agreed. May run while the shop is running.
    #[command(subcommand)]
    News(news::News),
    /// Print messages of the contact form, newest first, or mark one as done.
    Contact {
        /// Number of messages.
        #[arg(long, alias = "most", default_value_t = 20)]
        limit: u32,
        /// Mark the message with this number as done, and print it.
        #[arg(long, value_name = "NUMBER", conflicts_with = "reopen")]
        done: Option<i64>,
        /// Mark the message with this number as open again, and print it.
        #[arg(long, value_name = "NUMBER")]
        reopen: Option<i64>,
    },
    /// Check that the tables of all services agree with each other. Changes nothing; may run while the shop is running.
    Check(check::Check),
    /// Make a verified backup of all databases at one moment, with images and keys. May run while the shop is running.
    Backup(backup::Backup),
    /// Restore a backup into an empty data folder, and an empty database on PostgreSQL. The shop must not run.
    Restore(backup::restore::Restore),
    /// Print the commented default settings.
    Settings,
}

fn main() -> ExitCode {
    heuan_allocator::limit_memory();
    // Customers, orders and secrets are readable only by the operator's user.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let command = Cli::parse().command;
    let result = command.prepare().and_then(|()| run(command));
    result.unwrap_or_else(|error| {
        eprintln!("heuan: {error:#}");
        ExitCode::FAILURE
    })
}

impl Command {
    /// Starts the log of security events of a command that changes accounts or orders and is no serving process.
    fn prepare(&self) -> anyhow::Result<()> {
        match self {
            Self::Staff(_) | Self::Orders(_) | Self::Customer(_) => process::log_security_events(),
            _ => Ok(()),
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run { service: None } => {
            Process::run("heuan", |settings, process| async move { run_all::run(&settings, &process).await })
        }
        Command::Run { service: Some(name) } => {
            Process::run(service_name(&name), |settings, process| async move {
                split::run(&name, &settings, &process).await
            })
        }
        Command::Migrate { service } => Process::run("heuan", |settings, process| async move {
            split::migrate(service.as_deref(), &settings, &process).await
        }),
        Command::Import(command) => import::run(&command),
        Command::Imports(command) => imports::run(&command),
        Command::Export(command) => export::run(&command),
        Command::Staff(command) => staff::run(&command),
        Command::Orders(command) => orders::run(&command),
        Command::Customer(command) => customer::run(&command),
        Command::Product(command) => products::run(&command),
        Command::Content(command) => content::run(&command),
        Command::Categories(command) => categories::run(&command),
        Command::Synonyms(command) => synonyms::run(&command),
        Command::Searches(command) => searches::run(&command),
        Command::Messages(command) => messages::run(&command),
        Command::QuickReplies(command) => quick_replies::run(&command),
        Command::News(command) => news::run(&command),
        Command::Contact { limit, done, reopen } => {
            let done = done.map(|number| (number, true));
            contact::run(limit, done.or(reopen.map(|number| (number, false))))
        }
        Command::Check(command) => Ok(check::run(&command)),
        Command::Backup(command) => backup::run(&command),
        Command::Restore(command) => backup::restore::run(&command),
        Command::Settings => {
            print!("{}", settings::DEFAULTS.concat());
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The service name in traces. An unknown name is refused later.
fn service_name(name: &str) -> &'static str {
    let known = heuan_rpc::topology::services().keys().find(|known| *known == name);
    known.map_or("heuan", String::as_str)
}
