//! `heuan orders take`: places an order for a customer by the code of the back office. May run while the shop is running, which
//! does the resulting work: notifications, deadlines, payments.

use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Args;
use heuan_accounts::{
    Accounts,
    customer::Customer,
    service::{AccountService, CustomerWithoutPassword},
    token::readable_secret,
};
use heuan_catalog_gateway::CatalogGateway;
use heuan_orders::{CommandLineOrder, Destination, OrderSummary, Orders, UpstreamTransports};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_weather_branches::WeatherBranches;

use crate::{local_catalog, order_line::product_and_units, services, settings::Shop};

/// Timeout of a call to a service in this process.
const CALL: Duration = Duration::from_secs(30);
/// Time in which the background tasks of the opened services must end.
const ENDING: Duration = Duration::from_secs(1);
/// Characters of a new idempotency key.
const KEY_LENGTH: usize = 24;

#[derive(Args)]
pub struct TakeOrder {
    /// Phone number of the customer, in any spelling; the order gets it as well.
    #[arg(long)]
    phone: String,
    /// Name of a customer whose phone number has no account yet: first name, and after a space the last name.
    #[arg(long, default_value = "")]
    name: String,
    /// Product and units, such as 1202001=3. May be given several times.
    #[arg(long = "line", value_name = "PRODUCT=UNITS", required = true, value_parser = product_and_units)]
    lines: Vec<(i64, i64)>,
    /// Discount on the goods, in kip.
    #[arg(long, value_name = "KIP", default_value_t = 0)]
    discount: i64,
    /// Reason of the discount, which the customer sees.
    #[arg(long, default_value = "")]
    reason: String,
    /// Deliver to this address: "VILLAGE, DISTRICT, PROVINCE".
    #[arg(long, value_name = "ADDRESS", required_unless_present = "pickup", conflicts_with = "pickup")]
    delivery: Option<String>,
    /// Id of the branch where the customer picks it up.
    #[arg(long, value_name = "BRANCH")]
    pickup: Option<i64>,
    /// Note for the delivery or the pickup.
    #[arg(long, default_value = "")]
    note: String,
    /// cod (cash on delivery or at the branch), transfer, qr.
    #[arg(long)]
    payment: String,
    /// Idempotency key: the same command with the same key places one order.
    #[arg(long, default_value = "")]
    key: String,
}

/// The services that an order needs, opened beside the running shop.
struct Opened {
    accounts: Accounts,
    catalog: CatalogGateway,
    branches: WeatherBranches,
    orders: Orders,
    shutdown: Shutdown,
}

impl Opened {
    async fn new(settings: &Settings, shop: &Shop) -> Result<Self> {
        let (shutdown, clock) = (Shutdown::new(), Clock::System);
        let location = |service: &str| shop.location(service);
        let config = settings.section(heuan_accounts::NAME)?;
        let accounts =
            Accounts::open(&config, &location(heuan_accounts::NAME), clock.clone(), shutdown.clone())
                .await
                .context("opening accounts")?;
        let catalog = local_catalog::open(settings, shop, &shutdown).await?;
        let config = settings.section("weather")?;
        let branches = WeatherBranches::open(
            &config,
            &location(heuan_weather_branches::NAME),
            clock.clone(),
            shutdown.clone(),
        )
        .await
        .context("opening the branches")?;
        // The running shop delivers the events.
        let callees = UpstreamTransports {
            catalog: Transport::in_process(catalog.routes(), CALL),
            branches: Transport::in_process(branches.routes(), CALL),
            receiver: None,
        };
        let config = services::orders_config(settings, shop)?;
        let orders = Orders::open_beside(config, &location(heuan_orders::NAME), callees, clock)
            .await
            .context("opening orders")?;
        Ok(Self { accounts, catalog, branches, orders, shutdown })
    }

    async fn close(&self) {
        self.shutdown.trigger();
        self.shutdown.wait(ENDING).await;
        self.orders.close().await;
        self.branches.close().await;
        self.catalog.close().await;
        self.accounts.close().await;
    }
}

/// Places the order.
pub async fn run(command: &TakeOrder, settings: &Settings, shop: &Shop) -> Result<OrderSummary> {
    let opened = Opened::new(settings, shop).await?;
    let taken = take(command, &opened).await;
    opened.close().await;
    taken
}

async fn take(command: &TakeOrder, opened: &Opened) -> Result<OrderSummary> {
    let destination = destination(command)?;
    let customer = customer(command, opened.accounts.service()).await?;
    let key = if command.key.is_empty() {
        readable_secret(KEY_LENGTH).map_err(error_with_fields)?
    } else {
        command.key.clone()
    };
    let order = CommandLineOrder {
        customer_id: customer.customer_id,
        items: command.lines.clone(),
        phone: command.phone.clone(),
        destination,
        note: command.note.clone(),
        payment_method: command.payment.clone(),
        discount: command.discount,
        discount_reason: command.reason.clone(),
    };
    opened.orders.take_order(&customer.details.full_name(), &key, &order).await.map_err(error_with_fields)
}

fn destination(command: &TakeOrder) -> Result<Destination> {
    if let Some(branch_id) = command.pickup {
        return Ok(Destination::Pickup { branch_id });
    }
    let address = command.delivery.as_deref().unwrap_or_default();
    let parts: Vec<String> = address.split(',').map(|part| part.trim().to_owned()).collect();
    let wrong =
        |_: Vec<String>| anyhow!("--delivery must be village, district and province, separated by commas");
    let [village, district, province]: [String; 3] = parts.try_into().map_err(wrong)?;
    Ok(Destination::Delivery { village, district, province })
}

/// The customer with this phone number, who is created with the given name if there is none.
async fn customer(command: &TakeOrder, accounts: &AccountService) -> Result<Customer> {
    if let Some(customer) = accounts.find_customer(&command.phone).await.map_err(error_with_fields)? {
        accounts.check_may_be_served(customer.customer_id).await.map_err(error_with_fields)?;
        return Ok(customer);
    }
    let name = command.name.trim();
    if name.is_empty() {
        bail!("no customer has this phone number; --name creates one");
    }
    let (fname, lname) = name.split_once(' ').unwrap_or((name, ""));
    let new = CustomerWithoutPassword { fname, lname, phone: &command.phone };
    let change = accounts.create_customer_without_password(new);
    let detail = |customer: &Customer| format!("customer {}", customer.customer_id);
    accounts.audited(("POST /api/staff/customers", ""), change, detail).await.map_err(error_with_fields)
}

/// The error with each wrong field, and each line that cannot be sold.
fn error_with_fields(error: Error) -> anyhow::Error {
    let fields = error.detail.errors.iter().map(|error| format!("{}: {}", error.field, error.message));
    let lines = error.detail.lines.iter().map(|line| {
        format!("product {}: {} of {} units are available", line.pro_id, line.available, line.requested)
    });
    let details: Vec<String> = fields.chain(lines).collect();
    if details.is_empty() {
        anyhow!(error.message)
    } else {
        anyhow!("{}\n{}", error.message, details.join("\n"))
    }
}
