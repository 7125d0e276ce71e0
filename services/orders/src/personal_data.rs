//! Export and erasure of a customer's data: orders, points, cart and wishlist. Retention of the contact on orders.

use heuan_proto::privacy::v1::PersonalAttachment;
use heuan_rpc::{ErasedCustomer, Error, PersonalDataStore};
use heuan_runtime::clock::{Clock, rfc3339};
use heuan_store::{DatabaseUrl, StoreError};
use serde::Serialize;
use time::OffsetDateTime;

pub use crate::store::OpenOrder;
use crate::{
    cart::CartLine,
    money::{Totals, VatBreakdown},
    order::{
        CreditNote, Delivery, DeliveryDay, FormerContact, MoneyMethod, MoneyMovement, Order, OrderLine,
        OrderReceiver, ReturnBranch, ReturnedLine, Seller,
    },
    product::Label,
    staff::{LedgerPosition, StaffEntry},
    store::Store,
    wishlist::WishlistItem,
};

/// Orders and points entries of an export, read by one query each.
const ALL: i64 = i64::MAX;

/// Database access for exports and erasures, beside the running shop.
pub struct PersonalData {
    store: Store,
    clock: Clock,
}

/// Data of a customer in this service. Idempotency keys and quotas are not part of it.
#[derive(Debug, Serialize)]
pub struct OrdersExport {
    pub orders: Vec<ExportedOrder>,
    pub points: Points,
    pub cart: Vec<ExportedItem>,
    pub wishlist: Vec<ExportedItem>,
    pub viewed_products: Vec<ExportedView>,
    pub quoted_prices: Vec<ExportedPrice>,
}

#[derive(Debug, Serialize)]
pub struct ExportedOrder {
    pub order_id: String,
    pub number: String,
    pub created_at: String,
    pub status: &'static str,
    pub payment: ExportedPayment,
    pub customer_name: String,
    /// Absent for orders of earlier versions.
    #[serde(skip_serializing_if = "Seller::is_empty")]
    pub seller: Seller,
    pub phone: String,
    pub delivery: Delivery,
    /// Absent while it is not planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery_day: Option<ExportedDay>,
    /// Absent if the customer receives the goods and gave no details.
    #[serde(skip_serializing_if = "OrderReceiver::is_empty")]
    pub receiver: OrderReceiver,
    /// Contact of the delivery before the order became a pickup, or the other way round; absent if it never changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former_contact: Option<FormerContact>,
    pub lines: Vec<ExportedLine>,
    pub totals: Totals,
    /// Reason of a discount by the staff.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub discount_reason: String,
    pub points_earned: i64,
    pub cancel_reason: String,
    pub history: Vec<ExportedStatus>,
    pub returns: Vec<ExportedReturn>,
}

/// Planned day on which the goods go out or are picked up.
#[derive(Debug, Serialize)]
pub struct ExportedDay {
    /// `YYYY-MM-DD` in Laos.
    pub day: String,
    /// `morning` or `afternoon`; absent for any time of the day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<&'static str>,
}

/// Goods that came back.
#[derive(Debug, Serialize)]
pub struct ExportedReturn {
    pub at: String,
    pub lines: Vec<ReturnedLine>,
    pub reason: String,
    pub refund: i64,
    pub points_returned: i64,
    pub points_revoked: i64,
    /// Absent if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<ReturnBranch>,
    pub credit_note: ExportedCreditNote,
}

/// Composition of the credited price of a return: kip, except for the number.
#[derive(Debug, Serialize)]
pub struct ExportedCreditNote {
    pub number: String,
    pub goods: i64,
    /// Part of `goods` that was not paid, or was already given back.
    pub discount: i64,
    pub delivery_fee: i64,
    /// Value of earned points that the customer has spent, which reduces the refund.
    pub missing_points_value: i64,
    pub vat: Vec<VatBreakdown>,
}

impl From<CreditNote> for ExportedCreditNote {
    fn from(from: CreditNote) -> Self {
        let CreditNote { number, goods, discount, delivery_fee, missing_points_value, vat } = from;
        Self { number, goods, discount, delivery_fee, missing_points_value, vat }
    }
}

#[derive(Debug, Serialize)]
pub struct ExportedPayment {
    pub method: &'static str,
    pub status: &'static str,
    pub reference: String,
    pub pay_until: Option<String>,
    /// Kip to refund, or refunded.
    pub refund: i64,
    pub received: i64,
    pub refunded: i64,
    pub payments: Vec<ExportedMovement>,
    pub payouts: Vec<ExportedMovement>,
}

/// An amount that was received or paid out.
#[derive(Debug, Serialize)]
pub struct ExportedMovement {
    pub at: String,
    pub amount: i64,
    /// Empty if it was not recorded.
    pub method: &'static str,
    pub reference: String,
}

#[derive(Debug, Serialize)]
pub struct ExportedLine {
    pub pro_id: i64,
    pub name_la: String,
    pub name_en: String,
    pub quantity: i64,
    pub unit_la: String,
    pub unit_en: String,
    pub price: i64,
    pub vatrate: i64,
    pub total: i64,
}

#[derive(Debug, Serialize)]
pub struct ExportedStatus {
    pub status: &'static str,
    pub at: String,
}

#[derive(Debug, Serialize)]
pub struct Points {
    pub balance: i64,
    pub entries: Vec<ExportedEntry>,
}

#[derive(Debug, Serialize)]
pub struct ExportedEntry {
    pub at: String,
    pub kind: &'static str,
    pub points: i64,
    /// Empty for a correction by the staff.
    pub order_id: String,
    /// Reason of a correction.
    pub reason: String,
}

/// A product in the cart or on the wishlist; `quantity` is absent on the wishlist.
#[derive(Debug, Serialize)]
pub struct ExportedItem {
    pub pro_id: i64,
    pub name_la: String,
    pub name_en: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<i64>,
}

/// A product that the customer looked at.
#[derive(Debug, Serialize)]
pub struct ExportedView {
    pub pro_id: i64,
    pub at: String,
}

/// A price that a quote showed.
#[derive(Debug, Serialize)]
pub struct ExportedPrice {
    pub pro_id: i64,
    pub price: i64,
    pub at: String,
}

impl PersonalData {
    pub async fn open(location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        Ok(Self { store: Store::open(location).await?, clock })
    }

    /// Personal data access of a running service.
    pub(crate) fn from_store(store: Store, clock: Clock) -> Self {
        Self { store, clock }
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// All data of a customer in this service. Changes nothing.
    pub async fn export(&self, customer_id: i64) -> Result<OrdersExport, Error> {
        let (orders, _) = self.store.orders(customer_id, 0, ALL).await?;
        let entries = self.store.points_ledger(customer_id, &LedgerPosition::start(), ALL).await?;
        Ok(OrdersExport {
            orders: orders.into_iter().map(ExportedOrder::from).collect(),
            points: Points {
                balance: self.store.points_balance(customer_id).await?,
                entries: entries.into_iter().map(ExportedEntry::from).collect(),
            },
            cart: self.store.cart(customer_id).await?.lines.into_iter().map(ExportedItem::from).collect(),
            wishlist: self.store.wishlist(customer_id).await?.0.into_iter().map(ExportedItem::from).collect(),
            viewed_products: self
                .store
                .viewed_products(customer_id)
                .await?
                .into_iter()
                .map(|product| ExportedView { pro_id: product.pro_id, at: rfc3339(product.viewed_at) })
                .collect(),
            quoted_prices: self
                .store
                .quoted_prices(customer_id)
                .await?
                .shown()
                .map(|(pro_id, price, at)| ExportedPrice { pro_id, price, at: rfc3339(at) })
                .collect(),
        })
    }

    /// Orders because of which [`PersonalData::erase`] would be refused, oldest first.
    pub async fn open_orders(&self, customer_id: i64) -> Result<Vec<OpenOrder>, Error> {
        self.store.open_orders(customer_id).await
    }

    /// Erases the data of a customer: orders keep lines, amounts, dates, province and branch, the points account is closed, and
    /// the rest is deleted. A repetition erases data that was written meanwhile.
    ///
    /// Returns `CONFLICT` with reason `open_orders`, and changes nothing, while an order waits for the customer or the staff.
    pub async fn erase(&self, customer_id: i64) -> Result<(), Error> {
        let open = self.store.erase_customer(customer_id, self.clock.now_ms()).await?;
        if open.is_empty() {
            return Ok(());
        }
        let numbers: Vec<&str> = open.iter().map(|order| order.number.as_str()).collect();
        Err(Error::conflict("open_orders", format!("orders are open: {}", numbers.join(", "))))
    }

    /// Removes name, phone number, address and notes from orders that were closed more than `years` years ago, as
    /// [`PersonalData::erase`] does. Returns the number of these orders.
    pub async fn remove_old_contacts(&self, years: i32) -> Result<u64, Error> {
        let before = years_before(self.clock.now(), years);
        self.store.remove_old_contacts(before, self.clock.now_ms()).await
    }

    /// Empties the write-ahead log, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.store.empty_log().await
    }
}

/// The same day `years` years earlier, in Unix milliseconds; the 28th for the 29th of February.
fn years_before(now: OffsetDateTime, years: i32) -> i64 {
    let year = now.year() - years;
    let moved = now.replace_year(year).or_else(|_| now.replace_day(28)?.replace_year(year));
    moved.map_or(i64::MIN, |moved| moved.unix_timestamp() * 1000)
}

impl PersonalDataStore for PersonalData {
    async fn export_json(&self, customer_id: i64) -> Result<(Vec<u8>, Vec<PersonalAttachment>), Error> {
        let export = self.export(customer_id).await?;
        Ok((serde_json::to_vec(&export).map_err(Error::internal)?, Vec::new()))
    }

    async fn erase(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        Self::erase(self, customer.customer_id).await?;
        self.empty_log().await.map(drop)
    }
}

impl From<DeliveryDay> for ExportedDay {
    fn from(from: DeliveryDay) -> Self {
        Self { day: from.day.to_string(), part: from.part.map(|part| part.into_str()) }
    }
}

impl From<Order> for ExportedOrder {
    fn from(from: Order) -> Self {
        let returns = from.settlement.returns.iter().enumerate();
        let notes: Vec<_> = returns.map(|(place, one)| from.credit_note(place, one)).collect();
        let body = from.body;
        let (received, refunded) = (from.settlement.received(), from.settlement.refunded());
        let returns = from.settlement.returns.into_iter().zip(notes).filter(|(one, _)| one.is_valid());
        let returns = returns.map(|(one, note)| ExportedReturn {
            at: rfc3339(one.at),
            lines: one.lines.into_iter().map(|line| ReturnedLine { note: String::new(), ..line }).collect(),
            reason: one.reason,
            refund: one.refund,
            points_returned: one.points_returned,
            points_revoked: one.points_revoked,
            branch: one.branch,
            credit_note: note.into(),
        });
        Self {
            order_id: from.order_id,
            number: from.number,
            created_at: rfc3339(from.created_at),
            status: from.state.status.into_str(),
            payment: ExportedPayment {
                method: from.method.into_str(),
                status: from.state.money.into_str(),
                reference: from.reference,
                pay_until: from.pay_until.map(rfc3339),
                refund: from.refund,
                received,
                refunded,
                payments: from.settlement.payments.into_iter().map(ExportedMovement::from).collect(),
                payouts: from.settlement.refunds.into_iter().map(ExportedMovement::from).collect(),
            },
            returns: returns.collect(),
            customer_name: body.customer_name,
            seller: body.seller,
            phone: body.phone,
            delivery: body.delivery,
            delivery_day: from.delivery_day.map(ExportedDay::from),
            receiver: body.receiver,
            former_contact: body.former_contact,
            lines: body.lines.into_iter().map(ExportedLine::from).collect(),
            totals: body.totals,
            discount_reason: body.discount_reason,
            points_earned: from.earned,
            cancel_reason: from.cancel_reason,
            history: from
                .history
                .into_iter()
                .map(|(status, at)| ExportedStatus { status: status.into_str(), at: rfc3339(at) })
                .collect(),
        }
    }
}

impl From<MoneyMovement> for ExportedMovement {
    fn from(from: MoneyMovement) -> Self {
        let MoneyMovement { at, amount, details, .. } = from;
        let method = details.method.as_ref().map_or("", MoneyMethod::word);
        Self { at: rfc3339(at), amount, method, reference: details.reference }
    }
}

impl From<OrderLine> for ExportedLine {
    fn from(from: OrderLine) -> Self {
        let OrderLine { pro_id, label, quantity, price, vatrate, total } = from;
        let Label { name_la, name_en, unit_la, unit_en, .. } = label;
        Self { pro_id, name_la, name_en, quantity, unit_la, unit_en, price, vatrate, total }
    }
}

impl From<StaffEntry> for ExportedEntry {
    fn from(from: StaffEntry) -> Self {
        let StaffEntry { entry, reason, .. } = from;
        let (at, kind) = (rfc3339(entry.at), entry.kind.into_str());
        Self { at, kind, points: entry.points, order_id: entry.order_id, reason }
    }
}

impl From<CartLine> for ExportedItem {
    fn from(from: CartLine) -> Self {
        let CartLine { pro_id, label, quantity, .. } = from;
        Self { pro_id, name_la: label.name_la, name_en: label.name_en, quantity: Some(quantity) }
    }
}

impl From<WishlistItem> for ExportedItem {
    fn from(from: WishlistItem) -> Self {
        let WishlistItem { pro_id, label } = from;
        Self { pro_id, name_la: label.name_la, name_en: label.name_en, quantity: None }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn years_before_a_day_is_the_same_day_of_an_earlier_year() {
        let at = |moment: OffsetDateTime| moment.unix_timestamp() * 1000;
        let noon = datetime!(2036-11-21 12:00 +7);
        assert_eq!(years_before(noon, 10), at(datetime!(2026-11-21 12:00 +7)));
        let leap_day = datetime!(2036-02-29 12:00 +7);
        assert_eq!(years_before(leap_day, 10), at(datetime!(2026-02-28 12:00 +7)));
        assert_eq!(years_before(leap_day, 4), at(datetime!(2032-02-29 12:00 +7)));
    }
}
