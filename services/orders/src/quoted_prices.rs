//! Prices shown to a customer by quotes, kept for 30 days and at most 500 products.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Older prices do not count as seen, and would only fill the table.
const RETENTION_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// More than two full carts.
const MAX_PRICES: usize = 500;

/// Prices shown to a customer by quotes. An order must match them; otherwise the customer has to confirm the new price.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct QuotedPrices(BTreeMap<i64, QuotedUnitPrice>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct QuotedUnitPrice {
    price: i64,
    at: i64,
    /// Key of the quote that showed the price. The price seen before is kept beside it, because the response
    /// may have been lost.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    previous_price: Option<i64>,
}

/// A price shown by a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotedPrice {
    pub pro_id: i64,
    pub price: i64,
    /// The price seen before.
    pub previous_price: Option<i64>,
}

impl QuotedPrices {
    /// The price last shown: by a quote, or when the product was added to the cart (`in_cart`: price and time).
    pub fn price(&self, pro_id: i64, in_cart: Option<(i64, i64)>) -> Option<i64> {
        let quoted = self.0.get(&pro_id);
        match (quoted, in_cart) {
            (Some(quoted), Some((price, at))) if at > quoted.at => Some(price),
            (Some(quoted), _) => Some(quoted.price),
            (None, in_cart) => in_cart.map(|(price, _)| price),
        }
    }

    /// The price last shown, for a quote under `key`. Prices shown only by quotes of this key do not count, because
    /// a quote is repeated if its response was lost.
    pub fn price_before(&self, key: &str, pro_id: i64, in_cart: Option<(i64, i64)>) -> Option<i64> {
        let repeated = self.0.get(&pro_id).filter(|quoted| !key.is_empty() && quoted.key == key);
        match repeated {
            Some(quoted) if in_cart.is_none_or(|(_, at)| at <= quoted.at) => quoted.previous_price,
            _ => self.price(pro_id, in_cart),
        }
    }

    /// Product, price and time of each price shown.
    pub fn shown(&self) -> impl Iterator<Item = (i64, i64, i64)> {
        self.0.iter().map(|(pro_id, seen)| (*pro_id, seen.price, seen.at))
    }

    /// Records the prices shown by a quote under `key`.
    pub fn show(&mut self, prices: impl IntoIterator<Item = QuotedPrice>, key: &str, now: i64) {
        self.0.extend(prices.into_iter().map(|shown| {
            let seen = QuotedUnitPrice {
                price: shown.price,
                at: now,
                key: key.to_owned(),
                previous_price: shown.previous_price,
            };
            (shown.pro_id, seen)
        }));
        self.0.retain(|_, seen| seen.at > now - RETENTION_MS);
        if self.0.len() > MAX_PRICES {
            let mut times: Vec<i64> = self.0.values().map(|seen| seen.at).collect();
            times.sort_unstable_by(|one, other| other.cmp(one));
            let oldest_kept = times[MAX_PRICES - 1];
            self.0.retain(|_, seen| seen.at >= oldest_kept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pro_id: i64, price: i64, previous_price: Option<i64>) -> QuotedPrice {
        QuotedPrice { pro_id, price, previous_price }
    }

    #[test]
    fn latest_shown_price_counts() {
        let mut seen = QuotedPrices::default();
        assert_eq!(seen.price(1, None), None);
        assert_eq!(seen.price(1, Some((900, 5))), Some(900));
        seen.show([shown(1, 1000, Some(900))], "", 10);
        assert_eq!(seen.price(1, Some((900, 5))), Some(1000));
        assert_eq!(seen.price(1, Some((1100, 11))), Some(1100));
        seen.show([shown(2, 7, None)], "", 10 + RETENTION_MS);
        assert_eq!(seen.price(1, None), None);
    }

    #[test]
    fn price_shown_only_by_a_lost_response_is_reported_again_under_its_key() {
        let mut seen = QuotedPrices::default();
        seen.show([shown(1, 1000, Some(900))], "a", 10);
        assert_eq!(seen.price_before("a", 1, Some((900, 5))), Some(900));
        assert_eq!(seen.price_before("b", 1, Some((900, 5))), Some(1000));
        assert_eq!(seen.price_before("a", 1, Some((1000, 11))), Some(1000));
        assert_eq!(seen.price(1, Some((900, 5))), Some(1000));
        seen.show([shown(1, 1000, None)], "", 10);
        assert_eq!(seen.price_before("", 1, None), Some(1000));
    }

    #[test]
    fn prices_stored_by_an_older_release_are_read() {
        let seen: QuotedPrices = serde_json::from_str(r#"{"1": {"price": 5, "at": 1}}"#).unwrap();
        assert_eq!(seen.price_before("a", 1, None), Some(5));
    }

    #[test]
    fn number_of_stored_prices_is_limited() {
        let mut seen = QuotedPrices::default();
        for turn in 0..10 {
            seen.show((0..100).map(|n| shown(turn * 100 + n, 1, None)), "", turn);
        }
        assert_eq!((seen.0.len(), seen.price(0, None), seen.price(999, None)), (MAX_PRICES, None, Some(1)));
    }
}
