//! Calls of the staff. The role of the actor has been checked.

use std::sync::Arc;

use heuan_rpc::Error;

use super::{Actor, ListFilter, ListRequest, StaffOrder, StaffStep, ViewCounts, cursor::Cursor};
use crate::{
    order::{Order, no_such_order, reference},
    order_service::OrderService,
    store::OrderLookup,
};

/// Maximum entries of the log that are returned.
const LOG: i64 = 200;
/// Length of an order id.
const ID: usize = 26;
/// Orders of earlier releases that are prepared for the lists in one transaction.
const FILL: i64 = 500;

/// One page of a list.
#[derive(Debug)]
pub struct ListPage {
    pub orders: Vec<Order>,
    pub next_cursor: Option<String>,
    pub total: i64,
}

impl OrderService {
    pub async fn list_for_staff(&self, caller: &Actor, request: &ListRequest) -> Result<ListPage, Error> {
        let filter = ListFilter::of(request, caller.account_id)?;
        let (mut orders, total) = self.store.staff_orders(&filter).await?;
        let has_more = orders.len() as i64 == filter.limit;
        if has_more {
            orders.pop();
        }
        let last = orders.last().filter(|_| has_more);
        let next_cursor = last.map(|order| Cursor::at(order, filter.sort).write(filter.sort));
        Ok(ListPage { orders, next_cursor, total })
    }

    pub async fn count_for_staff(&self, caller: &Actor) -> Result<ViewCounts, Error> {
        self.store.view_counts(caller.account_id).await
    }

    /// `order_id` is an id, a number or a payment reference, as typed.
    pub async fn order_for_staff(&self, caller: &Actor, order_id: &str) -> Result<StaffOrder, Error> {
        let found = if is_id(order_id) {
            self.store.order_by_id(order_id).await?
        } else {
            self.store.order_of_payment(&reference(order_id)).await?
        };
        self.with_details(found.ok_or_else(no_such_order)?, caller).await
    }

    /// Does a step, and the work that it makes due at other services.
    pub async fn update_for_staff(
        self: &Arc<Self>,
        caller: &Actor,
        order_id: &str,
        step: &StaffStep<'_>,
    ) -> Result<StaffOrder, Error> {
        let typed = reference(order_id);
        let whose = if is_id(order_id) { OrderLookup::Id(order_id) } else { OrderLookup::Reference(&typed) };
        let (point_value, now) = (self.config.point_value, self.clock.now_ms());
        let order = self.store.staff_step(whose, step, point_value, now).await?.ok_or_else(no_such_order)?;
        super::record_action(step, &order);
        if step.action.event(&order).is_some() {
            self.reconcile_now(&order.order_id).await;
        }
        let order = self.store.order_by_id(&order.order_id).await?.ok_or_else(no_such_order)?;
        self.with_details(order, caller).await
    }

    async fn with_details(&self, order: Order, caller: &Actor) -> Result<StaffOrder, Error> {
        let customer = self.store.customer_facts(order.customer_id).await?;
        let log = self.store.order_log(&order.order_id, LOG).await?;
        let (point_value, now) = (self.config.point_value, self.clock.now_ms());
        Ok(StaffOrder::new(order, customer, log, caller.account_id, point_value, now))
    }

    /// Prepares the orders of earlier releases for the lists.
    pub(crate) async fn fill_lists(&self) -> Result<(), Error> {
        while self.store.fill_listed(FILL).await? as i64 == FILL {}
        Ok(())
    }
}

fn is_id(text: &str) -> bool {
    text.len() == ID && text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
}
