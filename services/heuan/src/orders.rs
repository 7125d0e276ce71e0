//! `heuan orders`: records how the staff handled an order. The running shop performs the resulting actions.

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use heuan_edge::{EdgeEvent, OrderPicked, StaffOrderChange};
use heuan_orders::{
    Booking, Delivery, LogLine, NAME, OrderDetails, OrderSummary, ReturnBranch, ReturnedGoods, StaffAction,
    StaffCommands,
};
use heuan_runtime::clock::{Clock, VIENTIANE};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::{
    data_folder, live_events,
    order_branch::find_branch,
    order_line::product_and_units,
    order_lines::{self, ChangeLines},
    order_steps::{self, OrderSteps},
    return_stock,
    settings::{self, Shop},
    take_order::{self, TakeOrder},
};

#[derive(Subcommand)]
pub enum Orders {
    /// List orders that wait for the staff: transfers to check, goods to prepare, deliver or hand over, money to refund.
    List,
    /// Show an order: customer, destination, goods and the internal log.
    Show {
        /// Order number, or reference of its payment.
        number: String,
    },
    /// Place an order for a customer, such as one on the phone. Prints its number and total.
    Take(TakeOrder),
    /// Confirm an order: its goods are prepared, and the customer can no longer cancel it.
    Confirm { number: String },
    /// Record a payment: a transfer was found in the account.
    Paid {
        /// Order number, or reference of its payment.
        number: String,
        /// Kip received. Without it, the whole unpaid amount; another amount makes the order underpaid or
        /// overpaid.
        #[arg(long)]
        amount: Option<i64>,
        #[command(flatten)]
        movement: MovementArgs,
        /// It is another payment than the recorded one with the same bank number. Without it, a recorded number is refused.
        #[arg(long)]
        repeats_reference: bool,
    },
    /// Record that the goods are ready for delivery or pickup, including goods of a failed delivery that is now
    /// picked up.
    Ready { number: String },
    /// Record that the goods have left for the customer.
    Dispatch { number: String },
    /// Record that a delivery failed. It can be dispatched again, changed to a pickup, or canceled.
    Failed {
        number: String,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
    },
    /// Record that the customer has received the goods and paid for them.
    Completed { number: String },
    /// Record a manual refund.
    Refunded {
        number: String,
        #[command(flatten)]
        movement: MovementArgs,
    },
    /// Record goods of a completed order that came back. Their price becomes due for a refund, and the running shop adds the
    /// units that can be sold again to the stock.
    Returned {
        number: String,
        /// Product and units that can be sold again, such as 1202001=3. May be given several times.
        #[arg(long = "line", value_name = "PRODUCT=UNITS", value_parser = product_and_units, required_unless_present = "waste")]
        lines: Vec<(i64, i64)>,
        /// Product and units that cannot be sold again. May be given several times.
        #[arg(long, value_name = "PRODUCT=UNITS", value_parser = product_and_units)]
        waste: Vec<(i64, i64)>,
        /// Id of the branch that has received them. Without it, the branch of the requested return, or of the
        /// pickup.
        #[arg(long)]
        branch: Option<i64>,
        /// Refund the delivery fee as well.
        #[arg(long)]
        delivery_fee: bool,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
    },
    /// Take back the last booking of a kind that was made by mistake. It stays in the books with a counter-entry; the points
    /// and the due amounts are updated.
    Correct {
        number: String,
        /// Kind of booking: `payment`, `refund`, `write_off`, `goodwill` (a refund of a part), `hand_over`, `return` (goods
        /// that came back; the running shop takes the units out of the stock, and units that were sold again keep the return).
        #[arg(value_parser = booking)]
        booking: Booking,
        /// Kip of the booking; 0 for a hand-over that received none, and for a return without a refund.
        #[arg(long)]
        amount: i64,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long)]
        reason: String,
    },
    #[command(flatten)]
    Steps(OrderSteps),
    /// Undo the last step, within ten seconds, before the customer is notified of it.
    Undo { number: String },
    /// Add a note to the internal log.
    Note { number: String, text: String },
    /// Change the units of products of an open order, and add products. The running shop makes the change, and the customer is
    /// notified.
    Lines(ChangeLines),
    /// Deliver an open order to another address, or have it picked up at a branch. The delivery fee is updated, and the
    /// difference is due or refunded. The running shop makes the change, and the customer is notified.
    Delivery {
        number: String,
        /// Id of the branch where it is picked up. Without it, the order is delivered.
        #[arg(long, conflicts_with_all = ["province", "district", "village"])]
        pickup: Option<i64>,
        #[arg(long, required_unless_present = "pickup")]
        province: Option<String>,
        #[arg(long, required_unless_present = "pickup")]
        district: Option<String>,
        #[arg(long, required_unless_present = "pickup")]
        village: Option<String>,
        /// Note of the customer.
        #[arg(long, default_value = "")]
        note: String,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Plan the day on which an open order goes out or is picked up. The customer sees it in the order, and is notified of a
    /// changed day.
    Plan {
        number: String,
        /// Day in Laos, such as 2026-11-21: today or later.
        #[arg(required_unless_present = "none")]
        day: Option<String>,
        /// Part of the day: morning, afternoon. Without it, any time of the day.
        #[arg(long, default_value = "")]
        part: String,
        /// Delete the plan.
        #[arg(long, conflicts_with_all = ["day", "part"])]
        none: bool,
    },
    /// Tick off the line of a product while the goods are prepared. The staff see it at the order and on its picking list.
    Pick {
        number: String,
        product: i64,
        /// Undo the tick, even if another person made it.
        #[arg(long)]
        undo: bool,
    },
    /// Cancel an order in any state except completed: stock and points are returned, and the customer is
    /// notified.
    Cancel {
        number: String,
        /// Reason for the staff, at most 500 characters. The customer does not see it.
        #[arg(long, default_value = "")]
        reason: String,
    },
}

/// Method by which money was received or paid out.
#[derive(clap::Args)]
pub struct MovementArgs {
    /// Method: cash, transfer, qr, card. Without it, the usual one of the order's payment method.
    #[arg(long, default_value = "")]
    method: String,
    /// Reference, such as the number of a bank's transaction; needed with --method transfer.
    #[arg(long, default_value = "")]
    reference: String,
}

pub fn run(command: &Orders) -> Result<ExitCode> {
    let settings = settings::load()?;
    let shop: Shop = settings.section("shop")?;
    data_folder::prepare(&shop.data_dir)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        if let Orders::Take(take) = command {
            println!("{}", line(&take_order::run(take, &settings, &shop).await?));
            return Ok(());
        }
        let staff =
            StaffCommands::open(&settings.section(NAME)?, &shop.location(NAME), Clock::System).await?;
        let outcome = match command {
            Orders::Steps(step) => order_steps::run(step, &staff, &settings, &shop).await.map(Some),
            Orders::Lines(change) => order_lines::run(change, &staff, &settings, &shop).await.map(Some),
            command => carry_out(command, &staff, &shop).await,
        };
        staff.close().await;
        if let Some(order) = outcome? {
            println!("{}", line(&order));
            live_events::publish(&settings, &event(command, &order)).await?;
        }
        anyhow::Ok(())
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The event that open pages of the staff get after a command that changed an order.
fn event(command: &Orders, order: &OrderSummary) -> EdgeEvent {
    let order_id = order.order_id.clone();
    if matches!(command, Orders::Pick { .. }) {
        return EdgeEvent::OrderPicked(OrderPicked { order_id });
    }
    let (number, status) = (order.number.clone(), order.status.to_owned());
    EdgeEvent::StaffOrderChanged(StaffOrderChange { order_id, number, version: 0, status, is_new: false })
}

/// Returns the order that the command changed.
async fn carry_out(command: &Orders, staff: &StaffCommands, shop: &Shop) -> Result<Option<OrderSummary>> {
    let done = match command {
        Orders::List => return list(staff).await.map(|()| None),
        Orders::Take(_) | Orders::Steps(_) | Orders::Lines(_) => return Ok(None),
        Orders::Show { number } => {
            print_details(&staff.show(number).await.map_err(message)?);
            return Ok(None);
        }
        Orders::Plan { number, day, part, none: _ } => {
            staff.plan_delivery(number, day.as_deref().map(|day| (day, part.as_str()))).await
        }
        Orders::Pick { number, product, undo } => staff.pick_line(number, *product, !undo).await,
        Orders::Cancel { number, reason } => staff.cancel(number, reason).await,
        Orders::Delivery { number, pickup, province, district, village, note, reason } => {
            let text = |part: &Option<String>| part.clone().unwrap_or_default();
            let delivery = match pickup {
                Some(id) => pickup_at(find_branch(shop, *id).await?, note.clone()),
                None => Delivery::Delivery {
                    province: text(province),
                    district: text(district),
                    village: text(village),
                    note: note.clone(),
                },
            };
            staff.change_delivery(number, delivery, reason).await
        }
        Orders::Failed { number, reason } => {
            staff.apply_with_note(number, StaffAction::FailDelivery, reason).await
        }
        Orders::Note { number, text } => staff.apply_with_note(number, StaffAction::Note, text).await,
        Orders::Confirm { number } => staff.apply(number, StaffAction::Confirm).await,
        Orders::Paid { number, amount, movement, repeats_reference } => {
            let moved = (movement.method.as_str(), movement.reference.as_str());
            staff.paid(number, *amount, moved, *repeats_reference).await
        }
        Orders::Ready { number } => staff.apply(number, StaffAction::Prepare).await,
        Orders::Dispatch { number } => staff.apply(number, StaffAction::Dispatch).await,
        Orders::Completed { number } => staff.apply(number, StaffAction::HandOver).await,
        Orders::Refunded { number, movement } => {
            staff.apply_by(number, StaffAction::MarkRefunded, &movement.method, &movement.reference).await
        }
        Orders::Returned { number, lines, waste, branch, delivery_fee, reason } => {
            let branch = match branch {
                Some(id) => Some(find_branch(shop, *id).await?),
                None => None,
            };
            let (to_stock, to_waste) = (lines.clone(), waste.clone());
            let goods = ReturnedGoods { to_stock, to_waste, branch, delivery_fee: *delivery_fee };
            staff.receive_return(number, goods, reason).await
        }
        Orders::Correct { number, booking, amount, reason } => {
            if *booking == Booking::Return {
                Ok(return_stock::take_back(staff, shop, number, (*amount, reason)).await?)
            } else {
                staff.correct(number, *booking, *amount, reason).await
            }
        }
        Orders::Undo { number } => staff.apply(number, StaffAction::Undo).await,
    };
    done.map(Some).map_err(message)
}

fn pickup_at(branch: ReturnBranch, note: String) -> Delivery {
    let ReturnBranch { branch_id, name_la, name_en } = branch;
    Delivery::Pickup { branch_id, branch_name_la: name_la, branch_name_en: name_en, note }
}

fn booking(text: &str) -> Result<Booking, String> {
    let wrong = |_| "must be payment, refund, write_off, goodwill, hand_over or return".to_owned();
    text.replace('-', "_").parse().map_err(wrong)
}

fn message(error: heuan_rpc::Error) -> anyhow::Error {
    anyhow::Error::msg(error.message)
}

async fn list(staff: &StaffCommands) -> Result<()> {
    let mut last = None;
    loop {
        let orders = staff.waiting(last.as_ref()).await.map_err(message)?;
        for order in &orders {
            println!("{}", line(order));
        }
        let Some(order) = orders.into_iter().next_back() else { return Ok(()) };
        last = Some(order);
    }
}

/// The time in Vientiane, to the second.
fn moment(at_ms: i64) -> String {
    let at =
        OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    at.to_offset(VIENTIANE).format(&Rfc3339).unwrap_or_default()
}

fn print_details(order: &OrderDetails) {
    println!("{}", line(&order.summary));
    println!("{}  {}", order.customer_name, order.phone);
    println!("{}", order.destination.join(", "));
    for (pro_id, name_la, name_en, quantity, total) in &order.lines {
        let picked = if order.picked.contains(pro_id) { ", picked" } else { "" };
        println!("{quantity} × {name_la} / {name_en} ({pro_id}), {total} kip{picked}");
    }
    for LogLine { at, action, by, status, note, method, reference, consent } in &order.log {
        let by = if by.is_empty() { String::new() } else { format!(" by {by}") };
        let note = if note.is_empty() { String::new() } else { format!(": {}", note.replace('\n', " ")) };
        let means: Vec<&str> =
            [*method, reference, *consent].into_iter().filter(|word| !word.is_empty()).collect();
        let means = if means.is_empty() { String::new() } else { format!(" ({})", means.join(" ")) };
        println!("{}  {action}{means}{by}, {status}{note}", moment(*at));
    }
}

fn line(order: &OrderSummary) -> String {
    let OrderSummary { number, status, method, payment, total, refund_due, cancel_reason, .. } = order;
    let refund = if *refund_due > 0 { format!(", {refund_due} kip to give back") } else { String::new() };
    let reason = if cancel_reason.is_empty() { String::new() } else { format!(": {cancel_reason}") };
    format!("{number}  {status}, {total} kip by {method} {payment}{refund}{reason}")
}
