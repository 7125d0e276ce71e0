//! Settings of section `[orders]`, and their validation.

use serde::Deserialize;

use crate::{
    cart::MAX_LINES, money::PricingTerms, order::OrderLimits, staff::ClerkGrants, wishlist::MAX_ITEMS,
};

/// Section `[orders]`; `orders.toml` explains the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub delivery_fee: i64,
    pub free_delivery_from: i64,
    pub delivery_vatrate: i64,
    pub kip_per_point: i64,
    pub point_value: i64,
    pub payment_window_s: i64,
    pub payment_grace_s: i64,
    pub transfer_window_h: i64,
    pub merchant_name: String,
    pub merchant_city: String,
    pub qr_scheme: String,
    pub qr_merchant: String,
    pub transfer_bank: String,
    pub transfer_account: String,
    pub transfer_holder: String,
    #[serde(deserialize_with = "sandbox")]
    pub sandbox: Sandbox,
    /// The sandbox is on because the shop is a demo, so it ends with the demo.
    #[serde(skip)]
    pub ends_with_demo: bool,
    pub sandbox_late_s: i64,
    pub sandbox_secret: String,
    pub cart_lines: usize,
    pub wishlist_items: usize,
    pub idempotency_hours: i64,
    pub cart_keys: i64,
    pub order_keys: i64,
    pub contact_years: i32,
    pub poll_ms: u64,
    pub limits: OrderLimits,
    pub clerks: ClerkGrants,
}

/// Account shown for transfers in a demo; it does not exist.
const DEMO_ACCOUNT: &str = "000-00-00-00000000-000";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    On,
    Off,
    /// Determined by the rest of the configuration; see [`Config::settle_sandbox`].
    Auto,
}

/// A word in the file, a boolean from environment variables.
fn sandbox<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Sandbox, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum SandboxSetting {
        Flag(bool),
        Word(String),
    }
    match SandboxSetting::deserialize(from)? {
        SandboxSetting::Flag(true) => Ok(Sandbox::On),
        SandboxSetting::Flag(false) => Ok(Sandbox::Off),
        SandboxSetting::Word(word) => match word.as_str() {
            "true" => Ok(Sandbox::On),
            "false" => Ok(Sandbox::Off),
            "auto" => Ok(Sandbox::Auto),
            _ => Err(serde::de::Error::custom("must be \"true\", \"false\" or \"auto\"")),
        },
    }
}

impl Config {
    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), String> {
        let latin = |text: &str, max: usize| {
            (1..=max).contains(&text.len())
                && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
        };
        let kip = 0..=1_000_000_000;
        let rules = [
            (kip.contains(&self.delivery_fee), "delivery_fee", "must be 0 to 1000000000"),
            (self.free_delivery_from >= 0, "free_delivery_from", "must not be negative"),
            ((0..=100).contains(&self.delivery_vatrate), "delivery_vatrate", "must be 0 to 100"),
            (self.kip_per_point > 0, "kip_per_point", "must be at least 1"),
            ((1..=1_000_000_000).contains(&self.point_value), "point_value", "must be 1 to 1000000000"),
            ((1..=43_200).contains(&self.payment_window_s), "payment_window_s", "must be 1 to 43200"),
            ((0..=3600).contains(&self.payment_grace_s), "payment_grace_s", "must be 0 to 3600"),
            ((1..=2160).contains(&self.transfer_window_h), "transfer_window_h", "must be 1 to 2160"),
            (latin(&self.merchant_name, 25), "merchant_name", "must be 1 to 25 Latin letters"),
            (latin(&self.merchant_city, 15), "merchant_city", "must be 1 to 15 Latin letters"),
            (latin(&self.qr_scheme, 32), "qr_scheme", "must be 1 to 32 Latin letters"),
            (latin(&self.qr_merchant, 25), "qr_merchant", "must be 1 to 25 Latin letters"),
            ((0..=86_400).contains(&self.sandbox_late_s), "sandbox_late_s", "must be 0 to 86400"),
            (
                self.sandbox_secret.is_empty() || self.sandbox_secret.len() >= 32,
                "sandbox_secret",
                "must be empty or have at least 32 characters",
            ),
            ((1..=MAX_LINES).contains(&self.cart_lines), "cart_lines", "must be 1 to 200"),
            ((1..=MAX_ITEMS).contains(&self.wishlist_items), "wishlist_items", "must be 1 to 200"),
            // The catalog keeps reservations that ended for twice this time (`ENDED_RETENTION_MS`).
            ((24..=720).contains(&self.idempotency_hours), "idempotency_hours", "must be 24 to 720"),
            ((1..=1_000_000).contains(&self.cart_keys), "cart_keys", "must be 1 to 1000000"),
            ((1..=1_000_000).contains(&self.order_keys), "order_keys", "must be 1 to 1000000"),
            ((0..=100).contains(&self.contact_years), "contact_years", "must be 0 to 100"),
            ((10..=60_000).contains(&self.poll_ms), "poll_ms", "must be 10 to 60000"),
        ];
        match rules
            .into_iter()
            .chain(self.limits.rules())
            .chain(self.clerks.rules())
            .find(|(holds, ..)| !holds)
        {
            Some((_, key, message)) => Err(format!("configuration: orders.{key} {message}")),
            None => Ok(()),
        }
    }

    /// Resolves `auto` for this shop.
    pub fn settle_sandbox(&mut self, demo: bool) {
        if self.sandbox == Sandbox::Auto {
            self.sandbox = if demo { Sandbox::On } else { Sandbox::Off };
            self.ends_with_demo = demo;
        }
        if self.sandbox == Sandbox::On && self.transfer_account.is_empty() {
            // The demo has an account, so that every payment method can be tried.
            "HEUAN DEMO BANK".clone_into(&mut self.transfer_bank);
            DEMO_ACCOUNT.clone_into(&mut self.transfer_account);
            "HEUAN DEMO".clone_into(&mut self.transfer_holder);
        }
    }

    /// Whether transfers would go to an account that does not exist.
    pub fn has_demo_account(&self) -> bool {
        self.transfer_account == DEMO_ACCOUNT
    }

    /// Retention of the contact on orders in days, 365 for each year; 0 for as long as the account exists.
    pub fn contact_days(&self) -> i64 {
        i64::from(self.contact_years) * 365
    }

    pub fn has_sandbox(&self) -> bool {
        self.sandbox == Sandbox::On
    }

    pub fn terms(&self) -> PricingTerms {
        PricingTerms {
            delivery_fee: self.delivery_fee,
            delivery_vatrate: self.delivery_vatrate,
            free_delivery_from: self.free_delivery_from,
            kip_per_point: self.kip_per_point,
            point_value: self.point_value,
        }
    }
}
