//! Scheduled visibility of a product: when it appears and when it disappears.

use heuan_rpc::Error;

use super::{Field, Fields};

/// Whether shoppers see a product, and the times at which this changes automatically. Times are Unix
/// milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub visible: bool,
    pub from: Option<i64>,
    pub until: Option<i64>,
}

impl Schedule {
    /// The schedule at `now`: due changes are applied, and their times are cleared.
    pub fn at(self, now: i64) -> Self {
        let is_due = |at: Option<i64>| at.is_some_and(|at| at <= now);
        let mut after = self;
        if is_due(self.from) {
            (after.visible, after.from) = (true, None);
        }
        if is_due(self.until) {
            (after.visible, after.until) = (false, None);
        }
        after
    }

    /// Completes the values of an edit with the values that follow from them, and checks them. Showing or hiding a
    /// product ends its schedule, unless the edit sets another.
    pub fn complete(self, values: &mut Fields, now: i64) -> Result<(), Error> {
        let number = |field| values.get(&field).map(|value| value.as_deref()?.parse::<i64>().ok());
        let visible = number(Field::Visible).flatten().map(|flag| flag == 1);
        let (from, until) = (number(Field::VisibleFrom), number(Field::VisibleUntil));
        if visible.is_none() && from.is_none() && until.is_none() {
            return Ok(());
        }
        for (field, at) in [(Field::VisibleFrom, from), (Field::VisibleUntil, until)] {
            if at.flatten().is_some_and(|at| at <= now) {
                return Err(Error::invalid(field.name(), "must be in the future"));
            }
        }
        let after = Self {
            visible: match from {
                Some(Some(_)) if visible == Some(true) => {
                    let message = "a product that is shown cannot appear later; hide it";
                    return Err(Error::invalid(Field::VisibleFrom.name(), message));
                }
                Some(Some(_)) => false,
                _ => visible.unwrap_or(self.visible),
            },
            from: from.unwrap_or(if visible.is_some() { None } else { self.from }),
            until: until.unwrap_or(self.until),
        };
        let is_never_shown = !after.visible && after.from.is_none();
        if is_never_shown && until.flatten().is_some() {
            let message = "the product is hidden; say when it appears";
            return Err(Error::invalid(Field::VisibleUntil.name(), message));
        }
        if after.from.zip(after.until).is_some_and(|(from, until)| until <= from) {
            return Err(Error::invalid(Field::VisibleUntil.name(), "must be later than visible_from"));
        }
        let after = Self { until: after.until.filter(|_| !is_never_shown), ..after };
        for (field, value) in after.values() {
            values.insert(field, value);
        }
        Ok(())
    }

    /// The fields with their values as the ledger stores them.
    pub fn values(self) -> [(Field, Option<String>); 3] {
        [
            (Field::Visible, Some(i64::from(self.visible).to_string())),
            (Field::VisibleFrom, self.from.map(|at| at.to_string())),
            (Field::VisibleUntil, self.until.map(|at| at.to_string())),
        ]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const NOW: i64 = 1000;
    const HIDDEN: Schedule = Schedule { visible: false, from: None, until: None };
    const SHOWN: Schedule = Schedule { visible: true, ..HIDDEN };
    const PLANNED: Schedule = Schedule { visible: false, from: Some(2000), until: Some(3000) };

    fn completed(before: Schedule, edit: &[(Field, Option<i64>)]) -> Result<Schedule, String> {
        let values = edit.iter().map(|(field, value)| (*field, value.map(|value| value.to_string())));
        let mut values: Fields = values.collect();
        before.complete(&mut values, NOW).map_err(|error| error.detail.field)?;
        let number = |field| values[&field].as_deref().and_then(|text| text.parse().ok());
        Ok(Schedule {
            visible: number(Field::Visible) == Some(1),
            from: number(Field::VisibleFrom),
            until: number(Field::VisibleUntil),
        })
    }

    #[rstest]
    #[case(SHOWN, &[(Field::VisibleFrom, Some(2000))], Schedule { from: Some(2000), ..HIDDEN })]
    #[case(SHOWN, &[(Field::VisibleUntil, Some(2000))], Schedule { until: Some(2000), ..SHOWN })]
    #[case(PLANNED, &[(Field::Visible, Some(1))], Schedule { until: Some(3000), ..SHOWN })]
    #[case(PLANNED, &[(Field::Visible, Some(0))], HIDDEN)]
    #[case(PLANNED, &[(Field::VisibleFrom, None)], HIDDEN)]
    #[case(PLANNED, &[(Field::VisibleUntil, None)], Schedule { from: Some(2000), ..HIDDEN })]
    fn edit_takes_along_what_follows_from_it(
        #[case] before: Schedule,
        #[case] edit: &[(Field, Option<i64>)],
        #[case] after: Schedule,
    ) {
        assert_eq!(completed(before, edit), Ok(after));
    }

    #[rstest]
    #[case(SHOWN, &[(Field::VisibleFrom, Some(1000))], "visible_from")]
    #[case(SHOWN, &[(Field::Visible, Some(1)), (Field::VisibleFrom, Some(2000))], "visible_from")]
    #[case(SHOWN, &[(Field::VisibleUntil, Some(999))], "visible_until")]
    #[case(HIDDEN, &[(Field::VisibleUntil, Some(2000))], "visible_until")]
    #[case(PLANNED, &[(Field::VisibleFrom, Some(3000))], "visible_until")]
    fn wrong_schedule_names_its_field(
        #[case] before: Schedule,
        #[case] edit: &[(Field, Option<i64>)],
        #[case] field: &str,
    ) {
        assert_eq!(completed(before, edit), Err(field.to_owned()));
    }

    proptest! {
        /// No due change remains, and a second call changes nothing.
        #[test]
        fn schedule_at_a_moment_has_nothing_due(
            visible in any::<bool>(), from in proptest::option::of(0_i64..20), until in proptest::option::of(0_i64..20), now in 0_i64..20,
        ) {
            let after = Schedule { visible, from, until }.at(now);
            prop_assert!(after.from.is_none_or(|at| at > now) && after.until.is_none_or(|at| at > now));
            prop_assert_eq!(after.at(now), after);
        }
    }
}
