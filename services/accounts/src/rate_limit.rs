//! Rate limits per time window and per day. The counters are stored, so that replicas share them and a restart does not reset them.

use heuan_rpc::{Code, Error};
use heuan_runtime::client_network::line_of;

use crate::{Config, config::DAY_MS, token::hex};

/// Kind of a limited action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LimitedAction {
    FailedLoginOfAccount,
    FailedLoginOfAccountFromAddress,
    FailedLoginFromDevice,
    FailedLoginFromAddress,
    /// Attempts to sign in to an account with many failed logins, one at a time.
    LoginDelayOfAccount,
    WrongCurrentPassword,
    RegistrationFromAddress,
    ProfileChangeOfAccount,
    AddressChangeOfAccount,
    EventFromAddress,
    ContactFromAddress,
    ContactFromAccount,
    /// Messages of customers who are signed in from one address, so that one address with many new accounts does not close the form.
    ContactOfAccountsFromAddress,
    /// Messages of the contact form to the shop, counted for a message of a customer who is signed in.
    ContactOfShop,
    /// The same counter for a message of a visitor, with a lower limit.
    ContactOfShopByVisitor,
    WrongSecondFactor,
    /// One-time codes of one purpose that were made for an account.
    CodeOfAccount,
    /// Tries of one code of the staff from one address, or from one browser that has signed in to the account before.
    IssuedCodeTry,
    /// Entered codes from one address.
    CodeFromAddress,
    /// Entered codes for a phone number or an e-mail address from browsers that have not signed in before.
    CodeAttemptForRecipient,
    /// Codes that were sent to a phone number or an e-mail address.
    CodeToRecipient,
    /// The same within a day.
    CodeToRecipientInDay,
    /// Wrong codes for a phone number or an e-mail address.
    WrongCodeOfRecipient,
    /// The same within a day.
    WrongCodeOfRecipientInDay,
    /// Codes that were requested by browsers that have signed in to the account before.
    CodeToKnownBrowsers,
    /// The same within a day.
    CodeToKnownBrowsersInDay,
    /// Wrong codes from browsers that have signed in to the account before.
    WrongCodeFromKnownBrowsers,
    /// The same within a day.
    WrongCodeFromKnownBrowsersInDay,
    /// Entered codes from browsers that have signed in to the account before, counted in place of the codes from
    /// their addresses.
    CodeFromKnownBrowsers,
    /// Codes that were requested from one address.
    CodeRequestFromAddress,
    /// The same within a day, so that one address does not use up the codes of the shop. The address of many customers gets more while
    /// the shop has sent less than half of its codes.
    CodeRequestFromAddressInDay,
    /// Codes that were requested by sessions of an account whose number or address is not verified, counted in place of the
    /// requests from their addresses.
    CodeRequestOfAccount,
    /// The same within a day.
    CodeRequestOfAccountInDay,
    /// Codes that such sessions requested from one address within a day, so that one address with many new accounts does not
    /// use up the codes of the shop.
    CodeRequestOfAccountsFromAddressInDay,
    /// Codes that were sent by the shop, counted for a code that a known browser requests.
    CodeOfShop,
    /// The same counter for a code that another browser requests, with a lower limit.
    CodeOfShopForUnknownBrowsers,
    /// Codes that were sent by the shop within a day, counted for a code that a known browser requests.
    CodeOfShopInDay,
    /// The same counter for a code that another browser requests, with a lower limit.
    CodeOfShopInDayForUnknownBrowsers,
    /// Notices of a changed identifier to a verified phone number or e-mail address that stays, within a day.
    ChangeNoticeToRecipientInDay,
    /// Notices to a phone number or an e-mail address that an account has not verified.
    NoticeToRecipient,
    /// The same within a day. They are counted apart from notices to verified recipients, because an account with the number of
    /// another person could otherwise use these up.
    NoticeToRecipientInDay,
    /// Notices to unverified recipients that were caused from one address.
    NoticeFromAddress,
    /// Notices to unverified recipients that were sent by the shop.
    NoticeOfShop,
    /// Notices of a new device within a day.
    DeviceNoticeOfAccountInDay,
    /// Notices of a changed password within a day.
    PasswordNoticeOfAccountInDay,
    /// Messages with such notices to a phone number or an e-mail address that the account has not verified, within a day.
    SecurityNoticeToRecipientInDay,
    /// Such messages that were caused from one address.
    SecurityNoticeFromAddress,
    /// Such messages of the shop.
    SecurityNoticeOfShop,
}

/// A counter and its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimitCounter {
    /// The kind and a digest of the subject, so that the table has no personal data.
    pub name: String,
    /// 0 means no limit.
    pub limit: i64,
    /// Milliseconds from the first count until the counter starts again.
    pub window_ms: i64,
    /// Limit that applies instead while another counter is largely used.
    pub lower: Option<LowerLimit>,
}

/// A limit of a counter that applies while the counter named `of` has counted `from` or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerLimit {
    pub limit: i64,
    pub of: String,
    pub from: i64,
}

/// The limits of notices of a changed phone number or e-mail address. A notice to a replaced number or address that the account
/// has not verified may go to any number that a stranger enters. A notice to a verified number or address that stays is sent at
/// each change of the other one. Both are counted apart from codes, because a notice must not cost its recipient a code.
#[derive(Clone, Debug)]
pub struct NoticeLimits {
    client_address: String,
    config: Config,
    pub now: i64,
}

impl NoticeLimits {
    pub fn new(client_address: &str, config: &Config, now: i64) -> Self {
        Self { client_address: client_address.to_owned(), config: config.clone(), now }
    }

    /// The limits of a notice in the order in which they are counted, which is the order for requests of
    /// codes.
    pub const ACTIONS: [LimitedAction; 4] = [
        LimitedAction::NoticeFromAddress,
        LimitedAction::NoticeToRecipient,
        LimitedAction::NoticeToRecipientInDay,
        LimitedAction::NoticeOfShop,
    ];

    /// The counter of a notice to `recipient` in one of [`Self::ACTIONS`], of one to a verified number or address that stays, or of a
    /// security notice to a number, an address or an account.
    pub fn counter(&self, action: LimitedAction, recipient: &str) -> RateLimitCounter {
        let subject = match action {
            LimitedAction::NoticeFromAddress | LimitedAction::SecurityNoticeFromAddress => {
                self.client_address.as_str()
            }
            LimitedAction::NoticeOfShop | LimitedAction::SecurityNoticeOfShop => "",
            _ => recipient,
        };
        action.of(subject, &self.config)
    }
}

/// The counters of an entered code of a browser that has not signed in to the account before, in the order in which they count.
/// The limit of the address, which others may share behind the NAT of a mobile network, refuses only codes for numbers that
/// have had wrong codes before.
pub fn code_attempt(recipient: &str, client_address: &str, config: &Config) -> [RateLimitCounter; 2] {
    let of_recipient = LimitedAction::CodeAttemptForRecipient.of(recipient, config);
    let of_address = LimitedAction::CodeFromAddress.of(client_address, config);
    let limit = of_address.limit;
    let lower = (limit > 0).then(|| LowerLimit { limit, of: of_recipient.name.clone(), from: 1 });
    [
        RateLimitCounter { limit: i64::MAX, ..of_recipient },
        RateLimitCounter { limit: i64::MAX, lower, ..of_address },
    ]
}

impl LimitedAction {
    /// The counter of `subject`: an account, an identifier without one, or a client address, which some limits count by the
    /// whole internet line.
    pub fn of(self, subject: &str, config: &Config) -> RateLimitCounter {
        let line = self.is_of_line().then(|| line_of(subject));
        let subject = line.as_deref().unwrap_or(subject);
        let (name, limit) = match self {
            // Counted for the delay, without a limit of its own.
            Self::FailedLoginOfAccount => ("login-account", 0),
            Self::FailedLoginOfAccountFromAddress => {
                ("login-account-address", config.failed_logins_per_account_and_address)
            }
            Self::FailedLoginFromDevice => ("login-device", config.failed_logins_per_account_and_address),
            Self::LoginDelayOfAccount => ("login-delay", 1),
            Self::WrongCurrentPassword => ("password-account", config.failed_logins_per_account_and_address),
            Self::FailedLoginFromAddress => ("login-address", config.failed_logins_per_address),
            Self::RegistrationFromAddress => ("register-address", config.registrations_per_address),
            Self::ProfileChangeOfAccount => ("profile-account", config.profile_changes_per_account),
            Self::AddressChangeOfAccount => ("address-account", config.address_changes_per_account),
            Self::EventFromAddress => ("event-address", config.events_per_address),
            Self::ContactFromAddress => ("contact-address", config.contacts_per_address),
            Self::ContactFromAccount => ("contact-account", config.contacts_per_account),
            Self::ContactOfAccountsFromAddress => (
                "contact-accounts-address",
                quarter_or(config.contacts_per_address, config.contacts_per_shop),
            ),
            Self::ContactOfShop => ("contact-shop", config.contacts_per_shop),
            Self::ContactOfShopByVisitor => ("contact-shop", without_reserve(config.contacts_per_shop)),
            Self::WrongSecondFactor => ("second-factor", config.wrong_second_factors),
            Self::CodeOfAccount => ("code-account", config.codes_per_account),
            Self::IssuedCodeTry => ("issued-code-try", config.code_tries),
            // Counted for the limit of the address, without a limit of its own.
            Self::CodeAttemptForRecipient => ("code-attempt-recipient", 0),
            Self::CodeFromAddress => ("code-address", config.wrong_codes_per_address),
            Self::CodeToRecipient => ("code-recipient", config.codes_per_recipient),
            Self::CodeToRecipientInDay => ("code-recipient-day", config.codes_per_recipient_and_day),
            Self::WrongCodeOfRecipient => ("wrong-code-recipient", config.wrong_codes_per_recipient),
            Self::WrongCodeOfRecipientInDay => {
                ("wrong-code-recipient-day", config.wrong_codes_per_recipient_and_day)
            }
            Self::CodeToKnownBrowsers => ("code-known-browsers", config.codes_per_recipient),
            Self::CodeToKnownBrowsersInDay => ("code-known-browsers-day", config.codes_per_recipient_and_day),
            Self::WrongCodeFromKnownBrowsers => {
                ("wrong-code-known-browsers", config.wrong_codes_per_recipient)
            }
            Self::WrongCodeFromKnownBrowsersInDay => {
                ("wrong-code-known-browsers-day", config.wrong_codes_per_recipient_and_day)
            }
            Self::CodeFromKnownBrowsers => ("entered-code-known-browsers", config.wrong_codes_per_address),
            Self::CodeRequestFromAddress => ("code-request-address", config.codes_per_address),
            Self::CodeRequestFromAddressInDay => ("code-request-address-day", max_codes_of_address(config)),
            Self::CodeRequestOfAccount => ("code-request-account", config.codes_per_account),
            Self::CodeRequestOfAccountInDay => ("code-request-account-day", config.codes_per_account_and_day),
            Self::CodeRequestOfAccountsFromAddressInDay => {
                ("code-account-address-day", max_codes_of_address(config))
            }
            Self::CodeOfShop => ("code-shop", config.codes_per_shop),
            Self::CodeOfShopForUnknownBrowsers => ("code-shop", without_reserve(config.codes_per_shop)),
            Self::CodeOfShopInDay => ("code-shop-day", config.codes_per_shop_and_day),
            Self::CodeOfShopInDayForUnknownBrowsers => {
                ("code-shop-day", without_reserve(config.codes_per_shop_and_day))
            }
            Self::ChangeNoticeToRecipientInDay => {
                ("change-notice-day", config.change_notices_per_recipient_and_day)
            }
            Self::NoticeToRecipient => ("notice-recipient", config.notices_per_recipient),
            Self::NoticeToRecipientInDay => {
                ("unverified-notice-day", config.change_notices_per_recipient_and_day)
            }
            Self::NoticeFromAddress => ("notice-address", config.notices_per_address),
            Self::NoticeOfShop => ("notice-shop", config.notices_per_shop),
            Self::DeviceNoticeOfAccountInDay => {
                ("device-notice-account-day", config.security_notices_per_account_and_day)
            }
            Self::PasswordNoticeOfAccountInDay => {
                ("password-notice-account-day", config.security_notices_per_account_and_day)
            }
            Self::SecurityNoticeToRecipientInDay => {
                ("security-notice-day", config.security_notices_per_unverified_recipient_and_day)
            }
            Self::SecurityNoticeFromAddress => ("security-notice-address", config.notices_per_address),
            Self::SecurityNoticeOfShop => ("security-notice-shop", config.notices_per_shop),
        };
        let window_ms = if self.is_of_day() { DAY_MS } else { config.window_ms() };
        RateLimitCounter {
            name: format!("{name}:{}", hex(subject.as_bytes())),
            limit: i64::from(limit),
            window_ms,
            lower: self.lower_limit(config),
        }
    }

    fn lower_limit(self, config: &Config) -> Option<LowerLimit> {
        let (limit, shop) = (config.codes_per_address_and_day, config.codes_per_shop_and_day);
        let is_of_codes =
            matches!(self, Self::CodeRequestFromAddressInDay | Self::CodeRequestOfAccountsFromAddressInDay);
        let has_lower = is_of_codes && limit < max_codes_of_address(config);
        has_lower.then(|| LowerLimit {
            limit: i64::from(limit),
            of: Self::CodeOfShopInDay.of("", config).name,
            from: i64::from(shop / 2),
        })
    }

    /// Whether the clients of one internet line are counted together, because each of its many IPv6 networks would have the
    /// limit otherwise. This applies to limits that keep one line from using up what the shop has for all customers, or from
    /// learning which numbers have an account. Limits of guesses count each network, because the limits of the account apply to
    /// all networks together.
    fn is_of_line(self) -> bool {
        matches!(
            self,
            Self::RegistrationFromAddress
                | Self::EventFromAddress
                | Self::ContactFromAddress
                | Self::ContactOfAccountsFromAddress
                | Self::CodeRequestFromAddress
                | Self::CodeRequestFromAddressInDay
                | Self::CodeRequestOfAccountsFromAddressInDay
                | Self::NoticeFromAddress
                | Self::SecurityNoticeFromAddress
        )
    }

    fn is_of_day(self) -> bool {
        matches!(
            self,
            Self::CodeToRecipientInDay
                | Self::WrongCodeOfRecipientInDay
                | Self::CodeToKnownBrowsersInDay
                | Self::WrongCodeFromKnownBrowsersInDay
                | Self::CodeRequestFromAddressInDay
                | Self::CodeRequestOfAccountInDay
                | Self::CodeRequestOfAccountsFromAddressInDay
                | Self::ChangeNoticeToRecipientInDay
                | Self::NoticeToRecipientInDay
                | Self::DeviceNoticeOfAccountInDay
                | Self::PasswordNoticeOfAccountInDay
                | Self::SecurityNoticeToRecipientInDay
                | Self::CodeOfShopInDay
                | Self::CodeOfShopInDayForUnknownBrowsers
        )
    }
}

/// A limit of the shop without its last tenth, which is reserved for known browsers or for customers who are signed in. A limit
/// of 0 means no limit, and stays 0.
fn without_reserve(limit: u32) -> u32 {
    limit - limit / 10
}

/// Maximum codes within a day that one client address may request.
fn max_codes_of_address(config: &Config) -> u32 {
    quarter_or(config.codes_per_address_and_day, config.codes_per_shop_and_day)
}

/// A quarter of a limit of the shop, but never fewer than the limit of one address. A limit of 0 means no limit,
/// and stays 0.
fn quarter_or(of_address: u32, of_shop: u32) -> u32 {
    if of_address == 0 { 0 } else { of_address.max(of_shop / 4) }
}

/// The error of an exceeded limit, with the retry delay `wait_ms`.
pub fn too_many_requests(wait_ms: i64) -> Error {
    let mut error = Error::new(Code::ResourceExhausted, "too many attempts; retry later");
    error.detail.retry_after_ms = wait_ms.max(1);
    error
}

/// The error of a request for a code within the pause after the previous code, which can still be entered. `wait_ms` is the
/// rest of the pause.
pub fn code_sent(wait_ms: i64) -> Error {
    let mut error = too_many_requests(wait_ms);
    "a code was sent a moment ago; enter it, or request another one later".clone_into(&mut error.message);
    "code_sent".clone_into(&mut error.detail.reason);
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::defaults;

    #[test]
    fn last_tenth_of_a_limit_of_the_shop_is_reserved() {
        for (limit, of_unknown_browsers) in [(0, 0), (1, 1), (10, 9), (1000, 900)] {
            let config = Config {
                codes_per_shop: limit,
                codes_per_shop_and_day: limit,
                contacts_per_shop: limit,
                ..defaults()
            };
            for (of_all, of_unknown) in [
                (LimitedAction::CodeOfShop, LimitedAction::CodeOfShopForUnknownBrowsers),
                (LimitedAction::CodeOfShopInDay, LimitedAction::CodeOfShopInDayForUnknownBrowsers),
                (LimitedAction::ContactOfShop, LimitedAction::ContactOfShopByVisitor),
            ] {
                let (shop, unknown_browsers) = (of_all.of("", &config), of_unknown.of("", &config));
                assert_eq!(unknown_browsers.name, shop.name, "both are counted together");
                assert_eq!((shop.limit, unknown_browsers.limit), (i64::from(limit), of_unknown_browsers));
                assert_eq!(unknown_browsers.window_ms, shop.window_ms);
            }
        }
    }

    #[test]
    fn address_has_a_quarter_of_the_codes_of_a_day_while_the_shop_has_sent_less_than_half() {
        let of = |codes_per_address_and_day, codes_per_shop_and_day| {
            let config = Config { codes_per_address_and_day, codes_per_shop_and_day, ..defaults() };
            let [unknown, accounts] = [
                LimitedAction::CodeRequestFromAddressInDay,
                LimitedAction::CodeRequestOfAccountsFromAddressInDay,
            ]
            .map(|kind| kind.of("192.0.2.1", &config));
            assert_ne!(unknown.name, accounts.name, "they are counted apart");
            assert_eq!((unknown.limit, &unknown.lower), (accounts.limit, &accounts.lower));
            (unknown.limit, unknown.lower.map(|lower| (lower.limit, lower.from)))
        };
        let Config { codes_per_address_and_day, codes_per_shop_and_day, .. } = defaults();
        assert_eq!(of(codes_per_address_and_day, codes_per_shop_and_day), (750, Some((200, 1500))));
        // A small shop, and a shop whose limits are off.
        assert_eq!(of(200, 400), (200, None));
        assert_eq!(of(200, 0), (200, None));
        assert_eq!(of(0, 3000), (0, None));
    }

    #[test]
    fn networks_of_one_line_count_together_in_limits_of_what_the_shop_has_for_all() {
        let counter = |kind: LimitedAction, address: &str| kind.of(address, &defaults()).name;
        let (one, other) = ("2001:db8:1:1::", "2001:db8:1:2::");
        for kind in [
            LimitedAction::RegistrationFromAddress,
            LimitedAction::EventFromAddress,
            LimitedAction::ContactFromAddress,
            LimitedAction::ContactOfAccountsFromAddress,
            LimitedAction::CodeRequestFromAddress,
            LimitedAction::CodeRequestFromAddressInDay,
            LimitedAction::CodeRequestOfAccountsFromAddressInDay,
            LimitedAction::NoticeFromAddress,
            LimitedAction::SecurityNoticeFromAddress,
        ] {
            assert_eq!(counter(kind, one), counter(kind, other), "{kind:?}");
            assert_ne!(counter(kind, one), counter(kind, "2001:db8:2:1::"), "{kind:?}");
        }
        let of_guesses = LimitedAction::FailedLoginFromAddress;
        assert_ne!(counter(of_guesses, one), counter(of_guesses, other));
    }

    #[test]
    fn counter_name_has_no_personal_data() {
        let rate_limit = LimitedAction::FailedLoginFromDevice.of("+8562055123456", &defaults());
        assert!(!rate_limit.name.contains("2055123456"), "{}", rate_limit.name);
        assert_eq!(rate_limit.limit, 10);
        assert_ne!(rate_limit, LimitedAction::FailedLoginFromAddress.of("+8562055123456", &defaults()));
    }
}
