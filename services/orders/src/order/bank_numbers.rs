//! The bank's numbers of the transfers that paid an order, which show that a transfer is recorded twice. A transfer without a
//! number has a reference that the shop derived from its line of the bank statement.

use std::collections::{BTreeMap, BTreeSet};

use super::{MoneyMethod, Order};

/// A payment stores at most 64 characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 6..=64;
/// Minimum digits of a number.
const MIN_DIGITS: usize = 4;
/// Minimum length of a transaction number of digits alone. Shorter ones are days, amounts and phone numbers.
const MIN_DIGITS_ALONE: usize = 12;

/// A derived reference is this word followed by digits. It has the form of a bank number.
const DERIVED_PREFIX: &str = "LINE";
const DERIVED_DIGITS: usize = 14;
const DERIVED_COUNT: u64 = 100_000_000_000_000;

/// The derived reference with a number, such as `LINE04718203948561`.
pub fn derived_reference(number: u64) -> String {
    format!("{DERIVED_PREFIX}{:0DERIVED_DIGITS$}", number % DERIVED_COUNT)
}

pub fn is_derived_reference(word: &str) -> bool {
    let digits = word.strip_prefix(DERIVED_PREFIX);
    digits.is_some_and(|digits| {
        digits.len() == DERIVED_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether ASCII letters and digits have the form of a bank number, such as `FT26325ABCDE`.
pub fn may_be_bank_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    LENGTHS.contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && digits >= MIN_DIGITS
        && (digits < word.len() || digits >= MIN_DIGITS_ALONE)
}

/// The words of a typed reference that may be a bank number, as they are compared: ASCII letters and digits in upper case, without
/// hyphens, slashes and dots.
fn compared_words(reference: &str) -> impl Iterator<Item = String> {
    let words = reference.split([' ', '\t', ',', ';', ':', '=']);
    let words = words.map(|word| word.replace(['-', '/', '.'], "").to_ascii_uppercase());
    words.filter(|word| may_be_bank_number(word))
}

impl Order {
    /// The words by which a payment with this method and reference is found, as compared: its bank number and its derived
    /// references. Empty for money that did not come through a bank account. The number of the order itself is not among them.
    pub fn transfer_numbers(&self, method: Option<&MoneyMethod>, reference: &str) -> BTreeSet<String> {
        if !matches!(method, None | Some(MoneyMethod::Transfer | MoneyMethod::Qr)) {
            return BTreeSet::new();
        }
        let words = compared_words(reference).filter(|word| !word.eq_ignore_ascii_case(&self.reference));
        let (derived, others): (Vec<String>, Vec<String>) =
            words.partition(|word| is_derived_reference(word));
        others.into_iter().max_by_key(String::len).into_iter().chain(derived).collect()
    }

    /// The bank numbers and derived references of the payments of the order that were not taken back.
    pub fn bank_numbers(&self) -> Vec<String> {
        self.received_by(|_| true)
    }

    /// Whether a payment that was not taken back has this derived reference and no bank number.
    pub fn is_paid_without_bank_number(&self, derived_reference: &str) -> bool {
        let received = self.received_by(|numbers| numbers.iter().all(|word| is_derived_reference(word)));
        received.iter().any(|number| number == derived_reference)
    }

    /// Number of payments of the order with this bank number or derived reference that were not taken back.
    pub fn transfer_count(&self, number: &str) -> i64 {
        let payments = self.settlement.payments.iter().filter(|payment| {
            let details = &payment.details;
            self.transfer_numbers(details.method.as_ref(), &details.reference).contains(number)
        });
        payments.map(|payment| payment.amount.signum()).sum()
    }

    /// The numbers of the payments that were not taken back, limited to payments whose numbers satisfy
    /// `counted`.
    fn received_by(&self, counted: impl Fn(&BTreeSet<String>) -> bool) -> Vec<String> {
        let mut received: BTreeMap<String, i64> = BTreeMap::new();
        for payment in &self.settlement.payments {
            let details = &payment.details;
            let numbers = self.transfer_numbers(details.method.as_ref(), &details.reference);
            if !counted(&numbers) {
                continue;
            }
            for number in numbers {
                *received.entry(number).or_default() += payment.amount;
            }
        }
        received.into_iter().filter(|(_, amount)| *amount > 0).map(|(number, _)| number).collect()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::order::{MoneyMovement, MovementDetails, returns::tests::order};

    #[rstest]
    #[case("FT26325ABCDE", &["FT26325ABCDE"])]
    #[case(" ft26325-abcde ", &["FT26325ABCDE"])]
    #[case("BCEL: FT26325ABCDE", &["FT26325ABCDE"])]
    #[case("202611211045", &["202611211045"])]
    #[case("FT1", &[])]
    #[case("21/11/2026", &[])]
    #[case("02055123456", &[])]
    #[case("NOY 21/11", &[])]
    #[case("ໂອນ BCEL", &[])]
    #[case("", &[])]
    fn word_of_a_reference_is_compared_if_it_has_the_form_of_a_bank_number(
        #[case] reference: &str,
        #[case] expected: &[&str],
    ) {
        assert_eq!(compared_words(reference).collect::<Vec<_>>(), expected, "{reference}");
    }

    #[rstest]
    #[case("LINE04718203948561", &["LINE04718203948561"], true)]
    #[case("NOY LINE04718203948561", &["LINE04718203948561"], true)]
    #[case("FT26325ABCDE LINE04718203948561", &["FT26325ABCDE", "LINE04718203948561"], false)]
    #[case("LINE0471820394856 FT26325ABCDE", &["LINE0471820394856"], false)]
    fn payment_is_found_by_its_bank_number_and_by_its_derived_reference(
        #[case] reference: &str,
        #[case] found_by: &[&str],
        #[case] is_without_number: bool,
    ) {
        let mut order = order(&[(1000, 1)], 0);
        let numbers = order.transfer_numbers(None, reference);
        assert_eq!(numbers.iter().collect::<Vec<_>>(), found_by);
        assert!(order.transfer_numbers(Some(&MoneyMethod::Cash), reference).is_empty());
        let details = MovementDetails { reference: reference.to_owned(), ..MovementDetails::default() };
        order.settlement.payments = vec![MoneyMovement::new(0, 1000, details)];
        assert_eq!(order.bank_numbers(), found_by);
        assert!(found_by.iter().all(|number| order.transfer_count(number) == 1));
        assert_eq!(order.is_paid_without_bank_number("LINE04718203948561"), is_without_number);
    }

    #[test]
    fn derived_reference_has_the_form_of_a_bank_number() {
        for number in [0, 7, u64::MAX] {
            let reference = derived_reference(number);
            assert!(may_be_bank_number(&reference) && is_derived_reference(&reference), "{reference}");
        }
    }
}
