//! Checkout input and its validation: items, phone number, delivery, receiver, payment method, points, discount.

use heuan_proto::rpc::v1::FieldError;
use heuan_rpc::Error;

use crate::{
    cart::{MAX_LINES, MAX_QUANTITY},
    order::{OrderReceiver, PaymentMethod, Position},
};

const MAX_PLACE: usize = 100;
const MAX_NOTE: usize = 500;
const MAX_NAME: usize = 80;
const MAX_LANDMARK: usize = 200;
const MAX_DRIVER_NOTE: usize = 300;
const MAX_DISCOUNT_REASON: usize = 200;
const MAX_PHONE: usize = 40;

/// Unvalidated input of a customer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// Absent: the cart.
    pub items: Option<Vec<(i64, i64)>>,
    pub buy_now: bool,
    pub phone: String,
    pub delivery: DeliveryInput,
    pub receiver: ReceiverInput,
    pub payment_method: String,
    pub points: i64,
    pub cart_version: Option<i64>,
    pub confirmed: Option<ConfirmedAmounts>,
}

/// Amounts that the screen showed when the customer confirmed the order, kip.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfirmedAmounts {
    /// Products and the price of one unit of each.
    pub prices: Vec<(i64, i64)>,
    pub points_discount: i64,
    pub delivery_fee: i64,
    pub total: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeliveryInput {
    pub method: String,
    pub branch_id: Option<i64>,
    pub province: String,
    pub district: String,
    pub village: String,
    pub note: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReceiverInput {
    pub name: String,
    pub landmark: String,
    pub driver_note: String,
    /// Latitude and longitude in degrees.
    pub position: Option<(f64, f64)>,
}

/// Source of the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemSource {
    Cart { version: Option<i64> },
    Items { items: Vec<(i64, i64)>, buy_now: bool },
}

impl ItemSource {
    pub fn is_cart(&self) -> bool {
        matches!(self, Self::Cart { .. })
    }
}

/// Input of an order that is valid without consulting other services.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidatedOrder {
    pub wanted: ItemSource,
    pub phone: String,
    pub delivery: DeliveryTerms,
    pub receiver: OrderReceiver,
    pub method: PaymentMethod,
    pub points: i64,
    pub confirmed: Option<ConfirmedAmounts>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryTerms {
    Delivery { province: String, district: String, village: String, note: String },
    Pickup { branch_id: i64, note: String },
}

impl Input {
    /// Validates a quote's input: fields may be missing or begun, but the present ones must be within their
    /// limits.
    pub fn for_quote(self, methods: &[PaymentMethod]) -> Result<(ItemSource, bool, i64), Error> {
        let mut errors = FieldErrors::default();
        errors.text("phone", &self.phone, MAX_PHONE, false);
        let delivered = quoted_delivery(&self.delivery, &mut errors);
        receiver(&self.receiver, &mut errors);
        check_confirmed(self.confirmed.as_ref(), &mut errors);
        if !self.payment_method.is_empty() {
            method(&self.payment_method, methods, &mut errors);
        }
        check_points(self.points, &mut errors);
        let wanted = wanted(self.items, self.buy_now, self.cart_version, &mut errors);
        errors.end()?;
        Ok((wanted, delivered, self.points))
    }

    /// Validates an order's input. Every invalid field is reported.
    pub fn for_order(self, methods: &[PaymentMethod]) -> Result<ValidatedOrder, Error> {
        let mut errors = FieldErrors::default();
        let phone = phone(&self.phone, &mut errors);
        let delivery = delivery(&self.delivery, &mut errors);
        let receiver = receiver(&self.receiver, &mut errors);
        let method = method(&self.payment_method, methods, &mut errors);
        check_points(self.points, &mut errors);
        check_confirmed(self.confirmed.as_ref(), &mut errors);
        let wanted = wanted(self.items, self.buy_now, self.cart_version, &mut errors);
        errors.end()?;
        let (points, confirmed) = (self.points, self.confirmed);
        Ok(ValidatedOrder { wanted, phone, delivery, receiver, method, points, confirmed })
    }
}

/// Details of an order that is changed. Absent details are not changed.
#[derive(Clone, Debug, Default)]
pub struct ContactInput<'a> {
    pub phone: Option<&'a str>,
    pub delivery: Option<DeliveryInput>,
    pub receiver: Option<ReceiverInput>,
}

/// Valid details of an order that is changed.
pub(crate) struct ValidatedContact {
    pub phone: Option<String>,
    pub delivery: Option<DeliveryTerms>,
    pub receiver: Option<OrderReceiver>,
}

/// Validates details of an order that is changed. Every invalid field is reported.
pub(crate) fn contact(input: &ContactInput<'_>) -> Result<ValidatedContact, Error> {
    let mut errors = FieldErrors::default();
    let valid = ValidatedContact {
        phone: input.phone.map(|text| phone(text, &mut errors)),
        delivery: input.delivery.as_ref().map(|input| delivery(input, &mut errors)),
        receiver: input.receiver.as_ref().map(|input| receiver(input, &mut errors)),
    };
    errors.end()?;
    Ok(valid)
}

/// Validates the items of an order that is changed. Every invalid one is reported under `lines`.
pub(crate) fn changed_items(items: &[(i64, i64)]) -> Result<(), Error> {
    let mut errors = FieldErrors::default();
    if items.is_empty() {
        errors.add("lines", "required", "an order needs at least one; cancel it instead", ());
    }
    check_items("lines", items, &mut errors);
    errors.end()
}

fn phone(text: &str, errors: &mut FieldErrors) -> String {
    match heuan_phone::normalize(text) {
        Some(phone) => phone,
        None if text.trim().is_empty() => {
            errors.add("phone", "required", "is needed for the delivery", String::new())
        }
        None => errors.add("phone", "invalid", "must be a Lao number such as 020 5512 3456", String::new()),
    }
}

fn wanted(
    items: Option<Vec<(i64, i64)>>,
    buy_now: bool,
    version: Option<i64>,
    errors: &mut FieldErrors,
) -> ItemSource {
    let Some(items) = items else {
        if buy_now {
            errors.add("items", "required", "are needed to buy now", ());
        }
        return ItemSource::Cart { version };
    };
    if items.is_empty() {
        errors.add("items", "required", "the cart is empty", ());
    }
    check_items("items", &items, errors);
    ItemSource::Items { items, buy_now }
}

fn check_items(list: &str, items: &[(i64, i64)], errors: &mut FieldErrors) {
    if items.len() > MAX_LINES {
        errors.add(list, "too_long", &format!("must be at most {MAX_LINES}"), ());
    }
    for (index, (pro_id, quantity)) in items.iter().enumerate().take(MAX_LINES) {
        if *pro_id <= 0 {
            let field = format!("{list}[{index}].pro_id");
            errors.add(&field, "invalid", "must be a positive whole number", ());
        } else if items[..index].iter().any(|(other, _)| other == pro_id) {
            errors.add(&format!("{list}[{index}].pro_id"), "invalid", "is listed twice", ());
        }
        if !(1..=MAX_QUANTITY).contains(quantity) {
            let (field, message) =
                (format!("{list}[{index}].quantity"), format!("must be from 1 to {MAX_QUANTITY}"));
            errors.add(&field, "invalid", &message, ());
        }
    }
}

fn delivery(input: &DeliveryInput, errors: &mut FieldErrors) -> DeliveryTerms {
    let note = errors.text("delivery.note", &input.note, MAX_NOTE, false);
    match input.method.as_str() {
        "pickup" => {
            let branch_id = input.branch_id.filter(|id| *id > 0).unwrap_or_else(|| {
                errors.add("delivery.branch_id", "required", "must name the branch of the pickup", 0)
            });
            place(input, false, errors);
            DeliveryTerms::Pickup { branch_id, note }
        }
        "delivery" => {
            check_branch(input, errors);
            let [province, district, village] = place(input, true, errors);
            DeliveryTerms::Delivery { province, district, village, note }
        }
        method => {
            let reason = if method.is_empty() { "required" } else { "invalid" };
            errors.add("delivery.method", reason, "must be delivery or pickup", ());
            DeliveryTerms::Pickup { branch_id: 0, note }
        }
    }
}

/// Whether a quote is for a delivery. The place may be missing.
fn quoted_delivery(input: &DeliveryInput, errors: &mut FieldErrors) -> bool {
    errors.text("delivery.note", &input.note, MAX_NOTE, false);
    place(input, false, errors);
    check_branch(input, errors);
    match input.method.as_str() {
        "" | "delivery" => true,
        "pickup" => false,
        _ => errors.add("delivery.method", "invalid", "must be delivery or pickup", true),
    }
}

/// Province, district and village.
fn place(input: &DeliveryInput, needed: bool, errors: &mut FieldErrors) -> [String; 3] {
    [
        errors.text("delivery.province", &input.province, MAX_PLACE, needed),
        errors.text("delivery.district", &input.district, MAX_PLACE, needed),
        errors.text("delivery.village", &input.village, MAX_PLACE, needed),
    ]
}

fn check_branch(input: &DeliveryInput, errors: &mut FieldErrors) {
    if input.branch_id.is_some_and(|id| id <= 0) {
        errors.add("delivery.branch_id", "invalid", "must be a positive whole number", ());
    }
}

/// Validates the list of confirmed prices. The amounts are compared with the amounts of the order later.
fn check_confirmed(confirmed: Option<&ConfirmedAmounts>, errors: &mut FieldErrors) {
    let prices = confirmed.map(|confirmed| confirmed.prices.as_slice()).unwrap_or_default();
    if prices.len() > MAX_LINES {
        errors.add("confirmed.prices", "too_long", &format!("must be at most {MAX_LINES}"), ());
    }
    for (index, (pro_id, _)) in prices.iter().enumerate().take(MAX_LINES) {
        if *pro_id <= 0 {
            let field = format!("confirmed.prices[{index}].pro_id");
            errors.add(&field, "invalid", "must be a positive whole number", ());
        }
    }
}

fn receiver(input: &ReceiverInput, errors: &mut FieldErrors) -> OrderReceiver {
    let position = input.position.and_then(|(lat, lng)| {
        let position = Position::of(lat, lng);
        if position.is_none() {
            errors.add("receiver.position", "invalid", "must be in Laos", ());
        }
        position
    });
    OrderReceiver {
        name: errors.text("receiver.name", &input.name, MAX_NAME, false),
        landmark: errors.text("receiver.landmark", &input.landmark, MAX_LANDMARK, false),
        driver_note: errors.text("receiver.driver_note", &input.driver_note, MAX_DRIVER_NOTE, false),
        position,
    }
}

fn method(name: &str, offered: &[PaymentMethod], errors: &mut FieldErrors) -> PaymentMethod {
    let known = name.parse().ok().filter(|method| offered.contains(method));
    known.unwrap_or_else(|| {
        let words: Vec<&str> = offered.iter().map(PaymentMethod::into_str).collect();
        let reason = if name.is_empty() { "required" } else { "invalid" };
        errors.add(
            "payment.method",
            reason,
            &format!("must be one of {}", words.join(", ")),
            PaymentMethod::Cod,
        )
    })
}

/// Refuses a payment method that is not offered.
pub(crate) fn check_method(name: &str, offered: &[PaymentMethod]) -> Result<(), Error> {
    let mut errors = FieldErrors::default();
    method(name, offered, &mut errors);
    errors.end()
}

fn check_points(points: i64, errors: &mut FieldErrors) {
    if points < 0 {
        errors.add("points", "invalid", "must not be negative", ());
    }
}

/// Validates the reason of a discount of the staff, which the customer sees.
pub(crate) fn discount_reason(discount: i64, reason: &str) -> Result<String, Error> {
    let mut errors = FieldErrors::default();
    let text = discount_text(discount, reason, &mut errors);
    if discount > 0 && text.is_empty() {
        errors.add("discount.reason", "required", "is needed for a discount", ());
    }
    errors.end()?;
    Ok(if discount > 0 { text } else { String::new() })
}

/// Validates a discount of a quote, whose reason may be missing.
pub(crate) fn check_discount(discount: i64, reason: &str) -> Result<(), Error> {
    let mut errors = FieldErrors::default();
    discount_text(discount, reason, &mut errors);
    errors.end()
}

fn discount_text(discount: i64, reason: &str, errors: &mut FieldErrors) -> String {
    if discount < 0 {
        errors.add("discount.amount", "invalid", "must not be negative", ());
    }
    let text = errors.text("discount.reason", reason, MAX_DISCOUNT_REASON, false);
    if text.contains('\n') {
        errors.add("discount.reason", "invalid", "must be one line", ());
    }
    text
}

/// Collects invalid fields in the order of validation.
#[derive(Default)]
struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    fn add<T>(&mut self, field: &str, reason: &str, message: &str, instead: T) -> T {
        self.0.push(FieldError {
            field: field.to_owned(),
            message: message.to_owned(),
            reason: reason.to_owned(),
        });
        instead
    }

    /// A text trimmed and without control characters.
    fn text(&mut self, field: &str, text: &str, max: usize, needed: bool) -> String {
        let text = text.trim();
        if text.is_empty() && needed {
            self.add(field, "required", "is needed for the delivery", ());
        } else if text.chars().count() > max {
            self.add(field, "too_long", &format!("must be at most {max} characters"), ());
        } else if text.contains(|letter: char| letter.is_control() && letter != '\n') {
            self.add(field, "invalid", "has a control character", ());
        }
        text.to_owned()
    }

    fn end(self) -> Result<(), Error> {
        let Some(first) = self.0.first() else { return Ok(()) };
        let mut error = Error::invalid(&first.field, first.message.clone());
        error.detail.errors = self.0;
        Err(error)
    }
}

#[cfg(test)]
mod tests;
