//! Totals of an order, in whole kip as integers. Prices include VAT.
//!
//! * **Points** deduct `point_value` kip each from the goods, never more than their price; the last point may be worth
//!   less.
//! * **The discount** that the staff grant is deducted from the goods after the points, never more than what is left.
//! * **VAT** is calculated once for each rate, over the sum of its lines and not line by line: net is gross / (1 + rate
//!   / 100) rounded half up to a kip, VAT is the rest, so that the two always add up to the price paid. A discount is
//!   distributed over the rates in proportion to their goods, with the odd kip going to the largest remainders.
//! * **Earned points** are what is paid and kept of the total, divided by `kip_per_point` and rounded down.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Larger totals are refused, because clients with floating-point numbers could not represent them exactly.
pub const MAX_TOTAL: i64 = 9_000_000_000_000_000;

/// The fields of a line used for totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priced {
    /// Kip for one unit, VAT included.
    pub price: i64,
    pub quantity: i64,
    /// Whole percent, 0 to 100.
    pub vatrate: i64,
}

/// The configured rules.
#[derive(Clone, Copy, Debug)]
pub struct PricingTerms {
    pub delivery_fee: i64,
    pub delivery_vatrate: i64,
    pub free_delivery_from: i64,
    pub kip_per_point: i64,
    pub point_value: i64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    pub subtotal: i64,
    pub points_discount: i64,
    pub delivery_fee: i64,
    pub free_delivery_from: i64,
    pub total: i64,
    /// By rate, lowest first; the sum of gross is the total.
    pub vat: Vec<VatBreakdown>,
    pub points_used: i64,
    /// By the whole total.
    pub points_earned: i64,
    /// Granted by the staff.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub discount: i64,
    /// Kip that earn a point. 0 in totals of earlier releases.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kip_per_point: i64,
}

impl Totals {
    /// Points that `paid` kip of the total earn, rounded down.
    pub fn points_for(&self, paid: i64) -> i64 {
        let paid = paid.clamp(0, self.total.max(0));
        match (self.kip_per_point, self.total) {
            (_, ..=0) => 0,
            // Their rule is not stored, so that the points are a part of those of the total.
            (..=0, total) => narrow(i128::from(self.points_earned) * i128::from(paid) / i128::from(total)),
            (kip_per_point, _) => paid / kip_per_point,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(kip: &i64) -> bool {
    *kip == 0
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatBreakdown {
    pub rate: i64,
    pub net: i64,
    pub vat: i64,
    pub gross: i64,
}

/// Reductions of the price of the goods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reductions {
    /// Points to redeem.
    pub points: i64,
    /// Kip that the staff grant.
    pub discount: i64,
}

/// The totals of `lines` with `reduced` deducted as far as the goods cost that much; `None` above [`MAX_TOTAL`].
pub fn totals(
    lines: &[Priced],
    reduced: Reductions,
    delivered: bool,
    terms: &PricingTerms,
) -> Option<Totals> {
    let mut by_rate = BTreeMap::<i64, i64>::new();
    let mut subtotal = 0i64;
    for line in lines {
        let cost = line.price.checked_mul(line.quantity)?;
        subtotal = subtotal.checked_add(cost).filter(|sum| *sum <= MAX_TOTAL)?;
        *by_rate.entry(line.vatrate).or_default() += cost;
    }
    let (points_used, points_discount) = redeemed(subtotal, reduced.points, terms.point_value);
    let discount = reduced.discount.clamp(0, subtotal - points_discount);
    deduct(&mut by_rate, subtotal, points_discount + discount);

    let pays_delivery = delivered && !lines.is_empty() && subtotal < terms.free_delivery_from;
    let delivery_fee = if pays_delivery { terms.delivery_fee } else { 0 };
    if delivery_fee > 0 {
        *by_rate.entry(terms.delivery_vatrate).or_default() += delivery_fee;
    }
    let total =
        (subtotal - points_discount - discount).checked_add(delivery_fee).filter(|sum| *sum <= MAX_TOTAL)?;
    Some(Totals {
        subtotal,
        points_discount,
        delivery_fee,
        free_delivery_from: terms.free_delivery_from,
        total,
        vat: by_rate.into_iter().filter(|(_, gross)| *gross > 0).map(vat_part).collect(),
        points_used,
        points_earned: total / terms.kip_per_point.max(1),
        discount,
        kip_per_point: terms.kip_per_point.max(1),
    })
}

/// The number of usable `points`, and their discount.
fn redeemed(subtotal: i64, points: i64, value: i64) -> (i64, i64) {
    let (points, value) = (points.max(0), value.max(1));
    let useful = points.min(subtotal / value + i64::from(subtotal % value > 0));
    (useful, useful.saturating_mul(value).min(subtotal))
}

/// Deducts `off` from the rates in proportion, exact to the kip.
fn deduct(by_rate: &mut BTreeMap<i64, i64>, subtotal: i64, off: i64) {
    if off == 0 || subtotal == 0 {
        return;
    }
    let (off, subtotal) = (i128::from(off), i128::from(subtotal));
    let mut left = off;
    let mut remainders = Vec::with_capacity(by_rate.len());
    for (rate, gross) in &mut *by_rate {
        let share = i128::from(*gross) * off;
        remainders.push((share % subtotal, *rate));
        left -= share / subtotal;
        *gross -= narrow(share / subtotal);
    }
    // Largest remainder first, then the lower rate. There are fewer odd kip than rates, and each rate that gets one has
    // a remainder, so its part is not yet zero.
    remainders.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    for (_, rate) in remainders.into_iter().take(usize::try_from(left).unwrap_or_default()) {
        *by_rate.entry(rate).or_default() -= 1;
    }
}

/// VAT by rate of goods, by rate, that cost `off` kip less, and of a delivery fee: its rate and kip.
pub fn credited_vat(
    mut goods: BTreeMap<i64, i64>,
    off: i64,
    (rate, delivery_fee): (i64, i64),
) -> Vec<VatBreakdown> {
    let price = goods.values().sum();
    deduct(&mut goods, price, off);
    if delivery_fee > 0 {
        *goods.entry(rate).or_default() += delivery_fee;
    }
    goods.into_iter().filter(|(_, gross)| *gross > 0).map(vat_part).collect()
}

/// VAT rate of the delivery fee in `totals`, which are those of `goods` by rate: the one with more than its goods cost. 0 without
/// a fee.
pub fn delivery_rate(totals: &Totals, mut goods: BTreeMap<i64, i64>) -> i64 {
    if totals.delivery_fee == 0 {
        return 0;
    }
    deduct(&mut goods, totals.subtotal, totals.points_discount + totals.discount);
    let more = |part: &&VatBreakdown| part.gross - goods.get(&part.rate).copied().unwrap_or_default();
    totals.vat.iter().max_by_key(more).map_or(0, |part| part.rate)
}

fn vat_part((rate, gross): (i64, i64)) -> VatBreakdown {
    let (wide, parts) = (i128::from(gross), i128::from(100 + rate));
    let net = narrow((wide * 200 + parts) / (2 * parts));
    VatBreakdown { rate, net, vat: gross - net, gross }
}

/// Every value here is a part of a checked sum.
fn narrow(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const TERMS: PricingTerms = PricingTerms {
        delivery_fee: 30_000,
        delivery_vatrate: 10,
        free_delivery_from: 500_000,
        kip_per_point: 200_000,
        point_value: 1000,
    };

    fn line(price: i64, quantity: i64, vatrate: i64) -> Priced {
        Priced { price, quantity, vatrate }
    }

    fn points(points: i64) -> Reductions {
        Reductions { points, discount: 0 }
    }

    #[test]
    fn discount_is_deducted_after_points_and_at_most_the_price_of_the_goods() {
        let lines = [line(100_000, 2, 10), line(50_000, 1, 0)];
        let it = totals(&lines, Reductions { points: 3, discount: 20_000 }, true, &TERMS).unwrap();
        assert_eq!((it.points_discount, it.discount, it.total), (3_000, 20_000, 257_000));
        // 23,000 spread as 18,400 and 4,600.
        let gross: Vec<_> = it.vat.iter().map(|part| (part.rate, part.gross)).collect();
        assert_eq!(gross, [(0, 45_400), (10, 211_600)]);
        let it = totals(&lines, Reductions { points: 3, discount: i64::MAX }, true, &TERMS).unwrap();
        assert_eq!((it.discount, it.total), (247_000, 30_000));
        let it = totals(&lines, Reductions { points: 0, discount: -1 }, true, &TERMS).unwrap();
        assert_eq!((it.discount, it.total), (0, 280_000));
    }

    #[test]
    fn totals_of_an_order_equal_a_manual_calculation() {
        let lines = [line(58_000, 5, 10), line(1_000, 3, 0), line(99_999, 1, 7)];
        let it = totals(&lines, points(3), true, &TERMS).unwrap();
        // 290,000 + 3,000 + 99,999; 3,000 off, spread 2,213.7 + 22.9 + 763.4.
        assert_eq!(
            (it.subtotal, it.points_discount, it.delivery_fee, it.total),
            (392_999, 3_000, 30_000, 419_999)
        );
        assert_eq!((it.points_used, it.points_earned), (3, 2));
        let gross: Vec<_> = it.vat.iter().map(|part| (part.rate, part.gross)).collect();
        assert_eq!(gross, [(0, 2_977), (7, 99_236), (10, 317_786)]);
        // 99,236 / 1.07 = 92,743.9…; 317,786 / 1.1 = 288,896.36…
        assert_eq!((it.vat[1].net, it.vat[1].vat), (92_744, 6_492));
        assert_eq!((it.vat[2].net, it.vat[2].vat), (288_896, 28_890));
    }

    #[rstest]
    #[case::half_goes_up(3, 100, 2)]
    #[case::below_half_goes_down(6, 10, 5)]
    #[case::nothing(0, 10, 0)]
    #[case::exact(110_000, 10, 100_000)]
    #[case::no_vat(12_345, 0, 12_345)]
    fn net_is_rounded_half_up(#[case] gross: i64, #[case] rate: i64, #[case] net: i64) {
        assert_eq!(vat_part((rate, gross)).net, net);
    }

    #[rstest]
    #[case::below(499_999, true, 30_000)]
    #[case::from_here_on(500_000, true, 0)]
    #[case::fetched(1, false, 0)]
    fn delivery_is_free_from_the_configured_total(
        #[case] price: i64,
        #[case] delivered: bool,
        #[case] fee: i64,
    ) {
        assert_eq!(totals(&[line(price, 1, 10)], points(0), delivered, &TERMS).unwrap().delivery_fee, fee);
    }

    #[test]
    fn points_deduct_at_most_the_price_of_the_goods() {
        let it = totals(&[line(2_500, 1, 10)], points(1_000), false, &TERMS).unwrap();
        assert_eq!((it.points_used, it.points_discount, it.total), (3, 2_500, 0));
        assert!(it.vat.is_empty());
    }

    #[test]
    fn points_follow_what_is_paid_of_the_total() {
        let it = totals(&[line(970_000, 1, 10)], points(0), false, &TERMS).unwrap();
        for (paid, expected) in [(-1, 0), (0, 0), (199_999, 0), (200_000, 1), (970_000, 4), (9_999_999, 4)] {
            assert_eq!(it.points_for(paid), expected, "{paid}");
        }
        // Of an earlier release.
        let it = Totals { kip_per_point: 0, ..it };
        for (paid, expected) in [(0, 0), (242_499, 0), (242_500, 1), (970_000, 4)] {
            assert_eq!(it.points_for(paid), expected, "{paid}");
        }
        assert_eq!(Totals::default().points_for(5), 0);
    }

    #[test]
    fn too_large_total_is_refused() {
        assert!(totals(&[line(i64::MAX, 2, 10)], points(0), true, &TERMS).is_none());
        assert!(totals(&[line(MAX_TOTAL, 1, 10); 2], points(0), true, &TERMS).is_none());
        assert!(
            totals(
                &[line(MAX_TOTAL, 1, 10)],
                points(0),
                true,
                &PricingTerms { free_delivery_from: i64::MAX, ..TERMS }
            )
            .is_none()
        );
    }

    fn carts() -> impl Strategy<Value = Vec<Priced>> {
        let price = prop_oneof![0i64..2_000, 0i64..100_000_000, 0i64..10_000_000_000];
        let quantity = prop_oneof![1i64..5, 1i64..999_999];
        let rate = prop_oneof![Just(10i64), Just(0), Just(7), 0i64..=100];
        let line =
            (price, quantity, rate).prop_map(|(price, quantity, vatrate)| line(price, quantity, vatrate));
        prop::collection::vec(line, 0..12)
    }

    proptest! {
        // Q6: a hundred thousand carts, compared with sums calculated in another way.
        #![proptest_config(ProptestConfig { cases: 100_000, ..ProptestConfig::default() })]
        #[test]
        fn totals_of_any_cart_add_up(
            lines in carts(),
            points in prop_oneof![Just(0i64), 0i64..50, any::<i64>()],
            discount in prop_oneof![Just(0i64), 0i64..500_000, any::<i64>()],
            delivered: bool,
            point_value in 1i64..50_000,
        ) {
            let terms = PricingTerms { point_value, ..TERMS };
            let wide = |line: &Priced| i128::from(line.price) * i128::from(line.quantity);
            let sum: i128 = lines.iter().map(wide).sum();
            let reduced = Reductions { points, discount };
            let Some(it) = totals(&lines, reduced, delivered, &terms) else {
                prop_assert!(sum > i128::from(MAX_TOTAL) - 30_000);
                return Ok(());
            };
            prop_assert_eq!(i128::from(it.subtotal), sum);
            prop_assert_eq!(it.total, it.subtotal - it.points_discount - it.discount + it.delivery_fee);
            prop_assert_eq!(it.discount, discount.clamp(0, it.subtotal - it.points_discount));
            prop_assert!(it.points_discount >= 0 && it.points_discount <= it.subtotal);
            prop_assert!(it.points_used <= points.max(0));
            let worth = i128::from(it.points_used) * i128::from(point_value);
            prop_assert!(worth >= i128::from(it.points_discount));
            prop_assert!(worth - i128::from(it.points_discount) < i128::from(point_value));
            prop_assert_eq!(it.points_earned, it.total.div_euclid(200_000));

            prop_assert_eq!(it.vat.iter().map(|part| part.gross).sum::<i64>(), it.total);
            for part in &it.vat {
                prop_assert_eq!(part.net + part.vat, part.gross);
                prop_assert!(part.gross > 0 && part.vat >= 0);
                // net is the integer nearest to gross * 100 / (100 + rate): their distance is at most a half.
                let off = i128::from(part.net) * i128::from(100 + part.rate) - i128::from(part.gross) * 100;
                prop_assert!(2 * off <= i128::from(100 + part.rate) && 2 * off > -i128::from(100 + part.rate));
                // Within one kip of the share of the discount for the lines of this rate.
                let goods: i128 = lines.iter().filter(|line| line.vatrate == part.rate).map(wide).sum();
                let fee = if part.rate == terms.delivery_vatrate { i128::from(it.delivery_fee) } else { 0 };
                let taken = goods + fee - i128::from(part.gross);
                let share = goods * i128::from(it.points_discount + it.discount) / sum.max(1);
                prop_assert!((share..=share + 1).contains(&taken), "{taken} of {share}");
            }
        }
    }
}
