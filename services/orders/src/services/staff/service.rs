//! Application service of the staff. Its callers have checked that the role of the actor may work with
//! orders.

use std::sync::Arc;

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

use crate::{
    checkout::{ContactInput, DeliveryInput, DeliveryTerms, ValidatedContact, contact},
    clients::{Branches, Catalog},
    config::Config,
    day::{DAY_MS, Day},
    dependencies::Dependencies,
    order::{
        Booking, Delivery, NotCorrectable, Order, ReturnBranch, ReturnEffects, ReturnFigures, ReturnPoints,
        no_such_order, reference,
    },
    reconcile::Reconciler,
    services::{CheckoutService, OrderService},
    staff::{
        Actor, CHANGE_DETAILS, Cursor, DailySales, DetailsChange, Figures, ListFilter, ListRequest, LogEntry,
        SalesFigures, StaffAction, StaffOrder, StaffRole, StaffStep, StepDetail, ViewCounts, positive,
        security::record_order,
    },
    store::Store,
};

/// Newest entries of the log that are returned with an order.
const LOG: i64 = 200;
/// Entries of one page of older log entries.
const OLDER_LOG: i64 = 100;
/// Length of an order id.
const ID: usize = 26;
/// Orders of earlier releases that are prepared for the lists in one transaction.
const FILL: i64 = 500;
/// Orders whose lines are copied in one transaction.
const COPIED: i64 = 100;
const WEEK_MS: i64 = 7 * DAY_MS;
const BEST_SELLERS: i64 = 10;

/// One page of a list.
#[derive(Debug)]
pub struct ListPage {
    pub orders: Vec<Order>,
    pub next_cursor: Option<String>,
    pub total: i64,
}

/// Effects that a return would have.
#[derive(Clone, Copy, Debug)]
pub struct ReturnPreview {
    pub version: i64,
    pub figures: ReturnFigures,
    pub effects: ReturnEffects,
    /// The customer's points before it.
    pub balance: i64,
}

/// Application service of the staff for the orders of all customers.
pub struct StaffOrderService {
    pub(super) store: Store,
    pub(super) catalog: Catalog,
    pub(super) config: Arc<Config>,
    pub(super) clock: Clock,
    branches: Branches,
    pub(super) checkout: Arc<CheckoutService>,
    pub(super) orders: Arc<OrderService>,
    pub(super) reconciler: Arc<Reconciler>,
}

impl StaffOrderService {
    pub fn new(
        dependencies: &Dependencies,
        checkout: Arc<CheckoutService>,
        orders: Arc<OrderService>,
        reconciler: Arc<Reconciler>,
    ) -> Self {
        let Dependencies { store, catalog, branches, config, clock, .. } = dependencies.clone();
        Self { store, catalog, config, clock, branches, checkout, orders, reconciler }
    }

    pub async fn list_for_staff(&self, caller: &Actor, request: &ListRequest) -> Result<ListPage, Error> {
        let filter = ListFilter::of(request, caller.account_id, self.today())?;
        let (mut orders, total) = self.store.staff_orders(&filter).await?;
        let has_more = orders.len() as i64 == filter.limit;
        if has_more {
            orders.pop();
        }
        let last = orders.last().filter(|_| has_more);
        let next_cursor = last.map(|order| Cursor::at(order, filter.sort).write(filter.sort));
        Ok(ListPage { orders, next_cursor, total })
    }

    /// `branch_id` is 0 for all branches.
    pub async fn count_for_staff(&self, caller: &Actor, branch_id: i64) -> Result<ViewCounts, Error> {
        self.store.view_counts(caller.account_id, positive(branch_id), self.today()).await
    }

    /// `order_id` is an id, a number or a payment reference, as typed.
    pub async fn order_for_staff(&self, caller: &Actor, order_id: &str) -> Result<StaffOrder, Error> {
        self.with_details(self.find_for_staff(order_id).await?, caller).await
    }

    pub(super) async fn find_for_staff(&self, order_id: &str) -> Result<Order, Error> {
        let found = if is_id(order_id) {
            self.store.order_by_id(order_id).await?
        } else {
            self.store.order_of_payment(&reference(order_id)).await?
        };
        found.ok_or_else(no_such_order)
    }

    /// Applies a step, and does the work that it makes due at other services.
    pub async fn update_for_staff(
        self: &Arc<Self>,
        caller: &Actor,
        order_id: &str,
        step: &StaffStep<'_>,
    ) -> Result<StaffOrder, Error> {
        if step.action == StaffAction::Correct {
            self.after_former_change(self.find_for_staff(order_id).await?).await?;
        }
        let order = self.do_step(order_id, step).await?;
        if step.action.is_of_money() || step.action.event(&order).is_some() {
            self.reconciler.reconcile_now(&order.order_id).await;
        }
        let order = self.store.order_by_id(&order.order_id).await?.ok_or_else(no_such_order)?;
        self.with_details(order, caller).await
    }

    /// The branch that a return names; `None` for 0.
    pub async fn return_branch(&self, branch_id: i64) -> Result<Option<ReturnBranch>, Error> {
        if branch_id == 0 {
            return Ok(None);
        }
        let branch = self.branches.find(branch_id).await?;
        let branch = branch.ok_or_else(|| Error::invalid("branch_id", "no such branch"))?;
        Ok(Some(ReturnBranch { branch_id, name_la: branch.name_la, name_en: branch.name_en }))
    }

    /// Changes the phone number, the delivery or the receiver of an open order.
    pub async fn change_for_staff(
        &self,
        caller: &Actor,
        order_id: &str,
        version: i64,
        input: ContactInput<'_>,
    ) -> Result<StaffOrder, Error> {
        let order = self.find_for_staff(order_id).await?;
        let method = if order.is_pickup() { "pickup" } else { "delivery" };
        let delivery = match input.delivery {
            Some(input) if !input.method.is_empty() && input.method != method => {
                let rule = format!("must stay {method}, because another would change the total");
                return Err(Error::invalid("delivery.method", rule));
            }
            input => input.map(|input| DeliveryInput { method: method.to_owned(), ..input }),
        };
        let ValidatedContact { phone, delivery: terms, receiver } =
            contact(&ContactInput { delivery, ..input })?;
        let delivery = match &terms {
            Some(terms) => Some(self.changed_delivery(&order.body.delivery, terms).await?),
            None => None,
        };
        let change = DetailsChange { actor: caller, version, phone, delivery, receiver };
        let changed = self.store.change_details(&order.order_id, &change, self.clock.now_ms()).await?;
        let order = changed.ok_or_else(no_such_order)?;
        record_order(CHANGE_DETAILS, caller, &order);
        self.with_details(order, caller).await
    }

    /// Looks the branch up only if it changes.
    pub(super) async fn changed_delivery(
        &self,
        old: &Delivery,
        terms: &DeliveryTerms,
    ) -> Result<Delivery, Error> {
        match (old, terms) {
            (
                Delivery::Pickup { branch_id, branch_name_la, branch_name_en, .. },
                DeliveryTerms::Pickup { branch_id: same, note },
            ) if branch_id == same => Ok(Delivery::Pickup {
                branch_id: *branch_id,
                branch_name_la: branch_name_la.clone(),
                branch_name_en: branch_name_en.clone(),
                note: note.clone(),
            }),
            _ => self.orders.delivery(terms).await,
        }
    }

    /// Returns the pending work, and for managers the sales. `branch_id` is the branch of the waiting orders; 0 for all. The
    /// sales are always those of the whole shop.
    pub async fn figures_for_staff(&self, caller: &Actor, branch_id: i64) -> Result<Figures, Error> {
        let sales = match caller.role {
            StaffRole::Manager => Some(self.sales_figures().await?),
            StaffRole::Clerk => None,
        };
        let waiting = self.store.waiting_orders(positive(branch_id), self.today()).await?;
        Ok(Figures { waiting, sales })
    }

    fn today(&self) -> Day {
        Day::of(self.clock.now_ms())
    }

    async fn sales_figures(&self) -> Result<SalesFigures, Error> {
        let now = self.clock.now_ms();
        let today = Day::of(now);
        let week_ago = now - WEEK_MS;
        let sales = DailySales {
            today,
            days: self.store.daily_sales(DailySales::first(today), now).await?,
            week_ago: self.store.sales(Day::of(week_ago).start(), week_ago).await?,
        };
        let days = sales.by_day();
        let from = days.periods.first().map_or(now, |first| first.start);
        Ok(SalesFigures {
            best_sellers: self.store.best_sellers((from, now), WEEK_MS, BEST_SELLERS).await?,
            weeks: sales.by_week(),
            days,
        })
    }

    /// Returns the effects that a return of these goods would have now. With the booking `return`, this return replaces the
    /// last one.
    pub async fn preview_return(
        &self,
        caller: &Actor,
        order_id: &str,
        detail: StepDetail,
    ) -> Result<ReturnPreview, Error> {
        let order = self.find_for_staff(order_id).await?;
        let is_correction = detail.booking.is_some();
        let step = StaffStep {
            action: if is_correction { StaffAction::Correct } else { StaffAction::ReceiveReturn },
            actor: Some(caller),
            version: Some(order.version),
            note: String::new(),
            detail,
            hold_key: None,
        };
        let now = self.clock.now_ms();
        step.check(&order, now)?;
        let (version, mut balance) = (order.version, self.store.points_balance(order.customer_id).await?);
        let order = if is_correction {
            let mut before = order;
            let corrected = before.correct(Booking::Return, &step.movement_details(), now);
            let ReturnPoints { returned, revoked } = corrected.map_err(NotCorrectable::error)?.points;
            balance += revoked - returned;
            before
        } else {
            order
        };
        let figures = order.return_figures(&step.detail.lines, step.detail.delivery_fee);
        let effects = figures.effects(figures.missing(balance), self.config.point_value);
        Ok(ReturnPreview { version, figures, effects, balance })
    }

    pub(super) async fn with_details(&self, order: Order, caller: &Actor) -> Result<StaffOrder, Error> {
        let customer = self.store.customer_facts(order.customer_id).await?;
        let (log, has_older_log) = self.log_page(&order, i64::MAX, LOG).await?;
        let picked = self.store.picked_lines(&order).await?;
        let (point_value, now) = (self.config.point_value, self.clock.now_ms());
        let left = self.config.clerks.left(caller, &order);
        let order = StaffOrder::new(order, customer, log, caller.account_id, point_value, now);
        Ok(StaffOrder { has_older_log, picked, ..order.with_grant_limit(left) })
    }

    /// Entries of the log of an order before a version, newest first, and whether there are older ones.
    pub async fn older_log(&self, order_id: &str, before: i64) -> Result<(Vec<LogEntry>, bool), Error> {
        let order = self.find_for_staff(order_id).await?;
        self.log_page(&order, before, OLDER_LOG).await
    }

    async fn log_page(&self, order: &Order, before: i64, size: i64) -> Result<(Vec<LogEntry>, bool), Error> {
        let mut log = self.store.order_log(order, before, size + 1).await?;
        let has_older = log.len() as i64 > size;
        log.truncate(size as usize);
        Ok((log, has_older))
    }

    /// Prepares the orders of earlier releases for the lists.
    pub(crate) async fn fill_lists(&self) -> Result<(), Error> {
        while self.store.fill_listed(FILL).await? as i64 == FILL {}
        Ok(())
    }

    /// Copies the lines of new orders, and lines and sums of orders that an earlier release wrote, for the
    /// figures.
    pub(crate) async fn copy_lines(&self) -> Result<(), Error> {
        while self.store.fill_sums(COPIED).await? as i64 == COPIED {}
        while self.store.copy_lines(COPIED).await? as i64 == COPIED {}
        Ok(())
    }
}

pub(super) fn is_id(text: &str) -> bool {
    text.len() == ID && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
}
