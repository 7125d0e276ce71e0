//! Orders as the command-line tool prints them: the waiting ones, and one with its destination and its log.

use heuan_rpc::Error;

use super::{OrderSummary, StaffCommands};
use crate::order::{Delivery, MoneyMethod, no_such_order, reference};

/// Orders that are read at once.
const PAGE: i64 = 500;
/// Entries of the log that are shown.
const LOG: i64 = 50;

/// An order with the data that a clerk needs to prepare and deliver it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDetails {
    pub summary: OrderSummary,
    pub customer_name: String,
    pub phone: String,
    /// Village, district and province, or the branch; and the note.
    pub destination: Vec<String>,
    /// Product id, names in Lao and English, units, kip.
    pub lines: Vec<(i64, String, String, i64, i64)>,
    /// Products whose line is ticked off.
    pub picked: Vec<i64>,
    /// Newest first.
    pub log: Vec<LogLine>,
}

/// A line of the internal log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub at: i64,
    pub action: String,
    /// Empty for the command line and the system.
    pub by: String,
    pub status: String,
    pub note: String,
    /// Method by which money was received or paid out, and its reference; empty for other entries.
    pub method: &'static str,
    pub reference: String,
    /// Customer's consent to fewer units; empty for other entries.
    pub consent: &'static str,
}

impl StaffCommands {
    /// The order, its destination and its log.
    pub async fn show(&self, number: &str) -> Result<OrderDetails, Error> {
        let order = self.store.order_of_payment(&reference(number)).await?.ok_or_else(no_such_order)?;
        let log = self.store.order_log(&order, i64::MAX, LOG).await?;
        let picked = self.store.picked_lines(&order).await?;
        let log = log.into_iter().map(|entry| LogLine {
            at: entry.at,
            action: entry.action,
            by: entry.actor.map(|actor| actor.name).unwrap_or_default(),
            status: entry.to,
            note: entry.note,
            method: entry.detail.moved_by.as_ref().map_or("", MoneyMethod::word),
            reference: entry.detail.reference,
            consent: entry.detail.consent.map_or("", |consent| consent.into_str()),
        });
        let lines = order.body.lines.iter().map(|line| {
            (line.pro_id, line.label.name_la.clone(), line.label.name_en.clone(), line.quantity, line.total)
        });
        let destination = match &order.body.delivery {
            Delivery::Delivery { province, district, village, note } => [village, district, province, note],
            Delivery::Pickup { branch_name_la, branch_name_en, note, .. } => {
                [branch_name_la, branch_name_en, note, note]
            }
        };
        let mut destination: Vec<String> =
            destination.into_iter().filter(|part| !part.is_empty()).cloned().collect();
        destination.dedup();
        Ok(OrderDetails {
            customer_name: order.body.customer_name.clone(),
            phone: order.body.phone.clone(),
            destination,
            lines: lines.collect(),
            picked: picked.iter().map(|picked| picked.pro_id).collect(),
            log: log.collect(),
            summary: order.into(),
        })
    }

    /// Orders that wait for the staff, oldest first, after `last` of the previous call: 500, or fewer at the end.
    pub async fn waiting(&self, last: Option<&OrderSummary>) -> Result<Vec<OrderSummary>, Error> {
        let position = last.map_or((i64::MIN, ""), |order| (order.created_at, order.order_id.as_str()));
        Ok(self.store.orders_for_staff(position, PAGE).await?.into_iter().map(OrderSummary::from).collect())
    }
}
