//! Semantic checks of the company in `content.json`: opening hours, telephone numbers, delivery times, links.

use super::check::too_many;
use super::locate::below;
use super::read::Reader;
use super::{Company, DeliveryTime, NamedLink};
use crate::limits::MAX_NAME_CHARS;
use crate::message::Reason;
use crate::values::is_hour;
use crate::visible::visible_text;

/// Maximum delivery times of a shop.
const MAX_DELIVERY_TIMES: usize = 20;

impl Reader<'_> {
    pub(super) fn check_company(&self, company: &Company) {
        if visible_text(&company.name).is_empty() {
            self.report("company.name", Reason::new("company_name_needed", "a name is needed"));
        }
        let hours = company.hours.split_once('-').filter(|(open, close)| is_hour(open) && is_hour(close));
        match hours {
            None if company.hours.is_empty() => {}
            None => {
                self.report("company.hours", Reason::new("not_hours", "must be hours such as 08:00-18:00"));
            }
            // 18:00-02:00 closes on the next day.
            Some((open, close)) if close == open => {
                let reason = Reason::new("hours_equal", "must not open and close at once");
                self.report("company.hours", reason.quoting(&company.hours));
            }
            Some(_) => {}
        }
        if company.points_per_kip.is_some_and(|kip| kip <= 0) {
            self.report("company.points_per_kip", Reason::new("not_positive", "must be above 0"));
        }
        if company.free_delivery_from.is_some_and(|kip| kip < 0) {
            self.report("company.free_delivery_from", Reason::new("negative", "must not be negative"));
        }
        for (field, text) in [
            ("name", &company.name),
            ("hotline", &company.hotline),
            ("customer_service", &company.customer_service),
            ("tax_number", &company.tax_number),
            ("email", &company.email),
            ("legal_name", &company.legal_name.la),
            ("legal_name", &company.legal_name.en),
            ("address", &company.address.la),
            ("address", &company.address.en),
        ] {
            if text.chars().nth(MAX_NAME_CHARS).is_some() || text.chars().any(char::is_control) {
                let reason = format!("must be one line of at most {MAX_NAME_CHARS} characters");
                let reason = Reason::new("not_short_line", reason).with("max", &MAX_NAME_CHARS);
                self.report(&below("company", field), reason);
            }
        }
        let is_number = |text: &str| text.chars().all(|it| it.is_ascii_digit() || " +-().".contains(it));
        for (field, number) in
            [("company.hotline", &company.hotline), ("company.customer_service", &company.customer_service)]
        {
            if !is_number(number) {
                self.report(
                    field,
                    Reason::new("not_phone", "must be a telephone number such as 020 0000 1234"),
                );
            }
        }
        let is_address = |text: &str| {
            text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'))
        };
        if !company.email.is_empty()
            && (!is_address(&company.email) || company.email.contains(char::is_whitespace))
        {
            self.report(
                "company.email",
                Reason::new("not_email", "must be an e-mail address such as hello@heuan.example"),
            );
        }
        if !matches!(company.currency.as_str(), "" | "LAK") {
            self.report("company.currency", Reason::new("not_lak", "must be LAK: prices are kip"));
        }
        if !matches!(company.timezone.as_str(), "" | "Asia/Vientiane") {
            self.report(
                "company.timezone",
                Reason::new("not_vientiane", "must be Asia/Vientiane: opening hours are in this time zone"),
            );
        }
        if company.return_days.is_some_and(|days| !(1..=365).contains(&days)) {
            self.report("company.return_days", Reason::new("not_return_days", "must be 1 to 365"));
        }
        self.check_delivery_times(&company.delivery_times);
        self.named_links("company.social", &company.social);
        self.named_links("company.apps", &company.apps);
    }

    fn check_delivery_times(&self, times: &[DeliveryTime]) {
        if times.len() > MAX_DELIVERY_TIMES {
            self.report("company.delivery_times", too_many(MAX_DELIVERY_TIMES));
        }
        for (index, time) in times.iter().enumerate() {
            let path = format!("company.delivery_times[{index}]");
            self.needed(&below(&path, "area"), &time.area);
            if time.min_days < 0 || time.max_days < time.min_days || time.max_days > 365 {
                self.report(
                    &below(&path, "max_days"),
                    Reason::new("not_delivery_days", "must be min_days to 365, and min_days 0 or more"),
                );
            }
        }
    }

    fn named_links(&self, path: &str, links: &[NamedLink]) {
        for (index, link) in links.iter().enumerate() {
            let path = format!("{path}[{index}]");
            self.one_line(&path, "name", &link.name);
            self.href(&below(&path, "url"), &link.url);
        }
    }
}
