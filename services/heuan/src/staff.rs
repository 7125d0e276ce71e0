//! `heuan staff`: manages the accounts that run the shop. It creates the first manager, who adds the others in the back
//! office.

use std::{
    io::{self, Read as _},
    process::ExitCode,
    time::Duration,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use heuan_accounts::{
    Accounts, NAME,
    customer::{Customer, Identifier, Role, StaffMember},
    service::{AccountService, NewStaff},
};
use heuan_catalog_gateway::store::Store as CatalogStore;
use heuan_edge::{EdgeConfig, EdgeEvent, SessionsRevoked};
use heuan_rpc::Error;
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_weather_branches::{branches::Branch, store::Store as Branches};

use crate::{
    data_folder,
    demo_manager::{self, DemoManager},
    live_events,
    settings::{self, Shop},
};

/// Longer than any password, so that a wrong file on standard input is detected.
const MAX_INPUT: u64 = 4096;

/// Actions of the audit log.
const ADD_PERSON: &str = "POST /api/staff/people";
const SET_ROLE: &str = "PATCH /api/staff/people/{cus_id}";
const REMOVE_PERSON: &str = "DELETE /api/staff/people/{cus_id}";
const RESET_FACTOR: &str = "DELETE /api/staff/people/{cus_id}/second-factor";
const SET_BRANCH: &str = "PUT /api/staff/people/{cus_id}/branch";

#[derive(Subcommand)]
pub enum Staff {
    /// Create a staff account, or grant a role to an account that exists.
    Add(Add),
    /// Set the home branch of a member of staff, whose lists show the orders of that branch first, or remove it.
    Branch {
        /// Phone number or email address.
        identifier: String,
        /// Id or code of a branch, or `none`.
        branch: String,
    },
    /// Give the demo manager of a shop with the demo catalog a new password, and print how to sign in.
    Demo,
    /// List the staff.
    List,
    /// Remove the second factor of an account whose phone is lost; it is signed out everywhere.
    ResetSecondFactor {
        /// Phone number or email address.
        identifier: String,
    },
    /// Revoke the role; the account remains a customer's and is signed out everywhere.
    Remove {
        /// Customer id, phone number or email address.
        identifier: String,
    },
}

#[derive(Args)]
pub struct Add {
    /// Grant the role to the account with this id, phone number or email address; it is signed out everywhere. A number or address that no
    /// code has confirmed may be another person's, so such an account is named by its id.
    #[arg(long, value_name = "CUSTOMER", conflicts_with_all = ["fname", "lname", "phone", "email", "password_stdin"])]
    existing: Option<String>,
    /// Clerks handle orders, chat and contact messages; editors products, promotions, content and imports; managers
    /// everything.
    #[arg(long, value_enum, default_value_t)]
    role: StaffRole,
    #[arg(long, required_unless_present = "existing")]
    fname: Option<String>,
    #[arg(long, required_unless_present = "existing")]
    lname: Option<String>,
    #[arg(long, required_unless_present_any = ["existing", "email"])]
    phone: Option<String>,
    #[arg(long)]
    email: Option<String>,
    /// Read the password from standard input, up to the first line break, instead of prompting for it.
    #[arg(long)]
    password_stdin: bool,
}

/// A role of the staff on the command line.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum StaffRole {
    Clerk,
    Editor,
    #[default]
    Manager,
}

impl From<StaffRole> for Role {
    fn from(role: StaffRole) -> Self {
        match role {
            StaffRole::Clerk => Self::Clerk,
            StaffRole::Editor => Self::Editor,
            StaffRole::Manager => Self::Manager,
        }
    }
}

/// Runs the command. May run while the shop is running.
pub fn run(command: &Staff) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (config, shutdown) = (settings.section(NAME)?, Shutdown::new());
        let location = shop.location(NAME);
        let edge: EdgeConfig = settings.section("edge")?;
        if matches!(command, Staff::Demo) {
            check_demo(&shop, &edge).await?;
        }
        let accounts = Accounts::open(&config, &location, Clock::System, shutdown.clone()).await?;
        let change = Box::pin(carry_out(command, accounts.service(), &shop, &edge)).await;
        shutdown.trigger();
        shutdown.wait(Duration::from_secs(1)).await;
        accounts.close().await;
        let change = change?;
        if let Change::Removed { customer_id } = change {
            end_pushes(&settings, &shop, customer_id).await?;
        }
        if change != Change::NoSessions {
            // Open streams end now instead of at the next recheck.
            live_events::publish(&settings, &EdgeEvent::SessionsRevoked(SessionsRevoked::Staff)).await?;
        }
        anyhow::Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Stops push messages of staff topics to their browsers, even if they do not open the shop again.
async fn end_pushes(settings: &Settings, shop: &Shop, customer_id: i64) -> Result<()> {
    let (config, location) =
        (settings.section(heuan_notifications::NAME)?, shop.location(heuan_notifications::NAME));
    if let Err(error) = heuan_notifications::staff_left(&config, &location, customer_id).await {
        eprintln!(
            "warning: their browsers are sent news of the staff until the shop is opened in them: {error}"
        );
    }
    Ok(())
}

async fn check_demo(shop: &Shop, edge: &EdgeConfig) -> Result<()> {
    let catalog = CatalogStore::open(&shop.location(heuan_catalog_gateway::NAME)).await?;
    let checked = demo_manager::check_demo(&catalog, edge).await;
    catalog.close().await;
    checked
}

/// Effect of a command on sessions of the staff.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    NoSessions,
    /// Sessions of an account may have ended.
    Sessions,
    /// The role of a customer was revoked.
    Removed {
        customer_id: i64,
    },
}

async fn carry_out(
    command: &Staff,
    service: &AccountService,
    shop: &Shop,
    edge: &EdgeConfig,
) -> Result<Change> {
    match command {
        Staff::Branch { identifier, branch } => {
            set_branch(service, shop, identifier, branch).await?;
            return Ok(Change::NoSessions);
        }
        Staff::Demo => {
            let change = DemoManager::put(service);
            let demo_manager =
                service.audited((ADD_PERSON, ""), change, |_| "Demo Manager: manager".to_owned());
            let demo_manager = demo_manager.await.map_err(error_with_fields)?;
            println!("{}", demo_manager.sign_in(&demo_manager::local_url(edge.port)));
        }
        Staff::Add(Add { existing: Some(identifier), role, .. }) => {
            let (subject, change) =
                (subject(service, identifier).await?, service.set_role(identifier, (*role).into()));
            let staff = service
                .audited((SET_ROLE, &subject), change, role_detail)
                .await
                .map_err(error_with_fields)?;
            println!("staff now: {}", line(&staff));
        }
        Staff::Add(add) => {
            let password = if add.password_stdin { read_password()? } else { ask_password()? };
            let change = service.add_staff(add.with(&password));
            let staff =
                service.audited((ADD_PERSON, ""), change, role_detail).await.map_err(error_with_fields)?;
            println!("staff now: {}", line(&staff));
        }
        Staff::List => {
            for StaffMember { customer, home_branch_id } in
                service.staff().await.map_err(error_with_fields)?
            {
                let branch = home_branch_id.map(|id| format!("  branch {id}")).unwrap_or_default();
                println!("{}{branch}", line(&customer));
            }
            return Ok(Change::NoSessions);
        }
        Staff::ResetSecondFactor { identifier } => {
            let listed = service.staff().await.map_err(error_with_fields)?;
            let identifier = Identifier::read(identifier);
            let Some(staff) = listed.iter().find(|staff| identifier.is_of(&staff.customer.details)) else {
                bail!("no member of staff has this phone number or address");
            };
            let customer_id = staff.customer.customer_id;
            let change = service.reset_second_factor(customer_id);
            let subject = customer_id.to_string();
            let reset = service.audited((RESET_FACTOR, &subject), change, |()| String::new()).await;
            reset.map_err(error_with_fields)?;
            println!("second factor removed: {}", line(&staff.customer));
        }
        Staff::Remove { identifier } => {
            let listed = service.staff().await.map_err(error_with_fields)?;
            let (subject, change) =
                (subject(service, identifier).await?, service.set_role(identifier, Role::Customer));
            let former = service
                .audited((REMOVE_PERSON, &subject), change, role_detail)
                .await
                .map_err(error_with_fields)?;
            let was = listed.iter().any(|staff| staff.customer.customer_id == former.customer_id);
            println!("{}: {}", if was { "staff no more" } else { "was no staff" }, line(&former));
            return Ok(Change::Removed { customer_id: former.customer_id });
        }
    }
    Ok(Change::Sessions)
}

/// Id of the account that `text` names, as the subject of an entry of the audit log; empty if there is none.
async fn subject(service: &AccountService, text: &str) -> Result<String> {
    let found = service.find_customer(text).await.map_err(error_with_fields)?;
    Ok(found.map(|customer| customer.customer_id.to_string()).unwrap_or_default())
}

/// The person with the new role, as the audit log describes it.
fn role_detail(customer: &Customer) -> String {
    let role = if customer.role.is_staff() { customer.role.into_str() } else { "removed" };
    format!("{}: {role}", customer.details.full_name())
}

async fn set_branch(service: &AccountService, shop: &Shop, identifier: &str, branch: &str) -> Result<()> {
    let branch = if branch == "none" { None } else { Some(find_branch(shop, branch).await?) };
    let branch_id = branch.as_ref().map(|branch| branch.b_id);
    let named = branch.as_ref().map_or_else(
        || "none".to_owned(),
        |branch| format!("{} {}", branch.b_id, branch.b_name_eng).trim().to_owned(),
    );
    let detail = |staff: &Customer| format!("{}: home branch {named}", staff.details.full_name());
    let (subject, change) =
        (subject(service, identifier).await?, service.set_home_branch(identifier, branch_id));
    let staff = service.audited((SET_BRANCH, &subject), change, detail).await.map_err(error_with_fields)?;
    match branch {
        Some(branch) => println!("home branch now {} {}: {}", branch.b_id, branch.b_name_eng, line(&staff)),
        None => println!("no home branch now: {}", line(&staff)),
    }
    Ok(())
}

/// The branch with this id or code in the tables of its service. The error lists the branches there are.
async fn find_branch(shop: &Shop, id_or_code: &str) -> Result<Branch> {
    let store = Branches::open(&shop.location(heuan_weather_branches::NAME)).await?;
    let branches = store.branches().await;
    store.close().await;
    let mut branches = branches?;
    let is_named = |branch: &Branch| {
        branch.b_id.to_string() == id_or_code
            || (!branch.b_code.is_empty() && branch.b_code.eq_ignore_ascii_case(id_or_code))
    };
    if let Some(index) = branches.iter().position(is_named) {
        return Ok(branches.swap_remove(index));
    }
    let known: Vec<String> = branches.iter().map(|one| format!("{} {}", one.b_id, one.b_code)).collect();
    bail!(
        "branch {id_or_code}: the shop has no such branch; name one of these, or none: {}",
        known.join(", ")
    );
}

impl Add {
    fn with<'a>(&'a self, password: &'a str) -> NewStaff<'a> {
        let text = |value: &'a Option<String>| value.as_deref().unwrap_or_default();
        NewStaff {
            fname: text(&self.fname),
            lname: text(&self.lname),
            phone: text(&self.phone),
            email: text(&self.email),
            password,
            role: self.role.into(),
        }
    }
}

fn read_password() -> Result<String> {
    let mut text = String::new();
    io::stdin().take(MAX_INPUT + 1).read_to_string(&mut text).context("reading the password")?;
    ensure!(text.len() as u64 <= MAX_INPUT, "the password on standard input is too long");
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn ask_password() -> Result<String> {
    let no_terminal = "there is no terminal to ask at; use --password-stdin";
    let password = rpassword::prompt_password("Password: ").context(no_terminal)?;
    let again = rpassword::prompt_password("Once more: ").context(no_terminal)?;
    if password != again {
        bail!("the two are not the same");
    }
    Ok(password)
}

/// All errors of a request in one line, with the name of the account that they are about.
fn error_with_fields(error: Error) -> anyhow::Error {
    if let Some(account) = &error.detail.account {
        return anyhow::anyhow!("{}; its name is {}", error.message, account.name);
    }
    let messages: Vec<String> =
        error.detail.errors.iter().map(|error| format!("{} {}", error.field, error.message)).collect();
    anyhow::Error::msg(if messages.is_empty() { error.message } else { messages.join("; ") })
}

fn line(customer: &Customer) -> String {
    let details = &customer.details;
    let contact_points = [details.phone.as_deref(), details.email.as_deref()];
    let contact_points: Vec<&str> = contact_points.into_iter().flatten().collect();
    let role = match customer.role {
        Role::Customer => String::new(),
        role => format!("  {}", role.into_str()),
    };
    format!(
        "{}  {} {}  {}{role}",
        customer.customer_id,
        details.fname,
        details.lname,
        contact_points.join("  ")
    )
}
