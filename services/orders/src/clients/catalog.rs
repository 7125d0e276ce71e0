//! Client of catalog-gateway: products, and reservations of stock.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use heuan_proto::catalog::v1::{
    self as wire, catalog_service_client::CatalogServiceClient, content_service_client::ContentServiceClient,
    stock_service_client::StockServiceClient,
};
use heuan_rpc::{Code, Error, Transport};

use crate::{
    order::{Seller, SellerContact},
    product::{Label, Product, Products, StockLine},
};

/// Maximum products of one call.
const MAX_BATCH: usize = 200;

/// Products of one page of held stock.
const HELD_PAGE: i32 = 1_000;
/// Most products of held stock.
const MAX_HELD: usize = 20_000;

/// Stock of a product that has units in held reservations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldStock {
    /// Unsold units, including the held ones.
    pub on_hand: i64,
    /// Units in held reservations, with or without an order.
    pub held: i64,
}

/// State of a reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReservationOutcome {
    Reserved,
    Committed,
    /// Expired, released or returned.
    Ended,
}

/// Client of the catalog: products by id, and stock.
#[derive(Clone)]
pub struct Catalog {
    products: CatalogServiceClient<Transport>,
    stock: StockServiceClient<Transport>,
    content: ContentServiceClient<Transport>,
    /// The demo state in the catalog's last response.
    only_demo: Arc<AtomicBool>,
    /// Whether the catalog lists no held stock, as in its previous release; it is logged once.
    lists_no_held: Arc<AtomicBool>,
}

impl Catalog {
    pub fn new(transport: Transport) -> Self {
        Self {
            products: CatalogServiceClient::new(transport.clone()),
            stock: StockServiceClient::new(transport.clone()),
            content: ContentServiceClient::new(transport),
            only_demo: Arc::new(AtomicBool::new(true)),
            lists_no_held: Arc::default(),
        }
    }

    /// The existing products of `ids`: one call for up to 200, and none for an empty list.
    pub async fn products(&self, ids: &[i64]) -> Result<Products, Error> {
        let mut products = Products::requested(ids);
        for ids in ids.chunks(MAX_BATCH) {
            let request = wire::BatchGetProductsRequest { pro_ids: ids.to_vec() };
            let answer = self.products.clone().batch_get_products(request).await?.into_inner();
            self.only_demo.store(answer.only_demo, Ordering::Relaxed);
            products.add(answer.products.into_iter().map(Product::from));
        }
        Ok(products)
    }

    /// Unsold units, including reserved ones, by product.
    pub async fn on_hand(&self, ids: &[i64]) -> Result<HashMap<i64, i64>, Error> {
        let mut on_hand = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(MAX_BATCH) {
            let request = wire::BatchGetStockRequest { pro_ids: ids.to_vec() };
            let answer = self.stock.clone().batch_get_stock(request).await?.into_inner();
            on_hand.extend(answer.stocks.into_iter().map(|it| (it.pro_id, it.available + it.reserved)));
        }
        Ok(on_hand)
    }

    /// Unsold units and units in held reservations, by product, for at most [`MAX_HELD`] products with held units. Empty during
    /// an update, while the catalog has the previous release.
    pub async fn held(&self) -> Result<HashMap<i64, HeldStock>, Error> {
        let mut held = HashMap::new();
        let mut after_pro_id = 0;
        while held.len() < MAX_HELD {
            let request = wire::ListHeldStockRequest { after_pro_id, limit: HELD_PAGE };
            let stocks = match self.stock.clone().list_held_stock(request).await {
                Ok(answer) => answer.into_inner().stocks,
                Err(status) if status.code() == tonic::Code::Unimplemented => {
                    if !self.lists_no_held.swap(true, Ordering::Relaxed) {
                        tracing::warn!(
                            "the catalog does not list held stock; reservations without an order are counted after its update"
                        );
                    }
                    return Ok(HashMap::new());
                }
                Err(status) => return Err(status.into()),
            };
            self.lists_no_held.store(false, Ordering::Relaxed);
            let is_last = stocks.len() < HELD_PAGE as usize;
            after_pro_id = stocks.last().map_or(after_pro_id, |it| it.pro_id);
            held.extend(
                stocks.into_iter().map(|it| {
                    (it.pro_id, HeldStock { on_hand: it.available + it.reserved, held: it.reserved })
                }),
            );
            if is_last {
                break;
            }
        }
        Ok(held)
    }

    /// Units that can be reserved, by product; without products whose stock is not counted.
    pub async fn available(&self, ids: &[i64]) -> Result<HashMap<i64, i64>, Error> {
        let mut available = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(MAX_BATCH) {
            let request = wire::BatchGetStockRequest { pro_ids: ids.to_vec() };
            let answer = self.stock.clone().batch_get_stock(request).await?.into_inner();
            available.extend(answer.stocks.into_iter().map(|it| (it.pro_id, it.available)));
        }
        Ok(available)
    }

    /// Whether only the demo catalog had been imported when products were last fetched.
    pub fn was_only_demo(&self) -> bool {
        self.only_demo.load(Ordering::Relaxed)
    }

    /// Whether only the demo catalog has been imported.
    pub async fn is_only_demo(&self) -> Result<bool, Error> {
        // Any product, because the response has the state whether it exists or not.
        self.products(&[1]).await?;
        Ok(self.was_only_demo())
    }

    /// The company data of the merchant's content.
    pub async fn seller(&self) -> Result<Seller, Error> {
        let answer = self.content.clone().get_storefront(wire::GetStorefrontRequest {}).await?.into_inner();
        let company = answer.company.unwrap_or_default();
        let (legal_name, address) =
            (company.legal_name.unwrap_or_default(), company.address.unwrap_or_default());
        let contact = SellerContact {
            hotline: company.hotline,
            customer_service: company.customer_service,
            email: company.email,
        };
        Ok(Seller {
            name: company.name,
            legal_name_la: legal_name.la,
            legal_name_en: legal_name.en,
            address_la: address.la,
            address_en: address.en,
            tax_number: company.tax_number,
            contact: Some(contact).filter(|contact| *contact != SellerContact::default()),
        })
    }

    /// Reserves all lines under `id` or none, and returns the state of `id`.
    pub async fn reserve(
        &self,
        id: &str,
        lines: &[StockLine],
        ttl_ms: i64,
    ) -> Result<ReservationOutcome, Error> {
        let request =
            wire::ReserveStockRequest { reservation_id: id.to_owned(), lines: wire_lines(lines), ttl_ms };
        let answer = self.stock.clone().reserve_stock(request).await?.into_inner();
        Ok(match answer.reservation.map(|it| it.state()).unwrap_or_default() {
            wire::ReservationState::Held => ReservationOutcome::Reserved,
            wire::ReservationState::Committed => ReservationOutcome::Committed,
            _ => ReservationOutcome::Ended,
        })
    }

    /// Commits the reservation `id`. Returns false if the reservation has ended.
    pub async fn commit(&self, id: &str) -> Result<bool, Error> {
        let request = wire::CommitReservationRequest { reservation_id: id.to_owned() };
        match self.stock.clone().commit_reservation(request).await.map_err(Error::from) {
            Ok(_) => Ok(true),
            Err(error) if error.code == Code::Conflict || error.code == Code::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Releases the reservation `id`, or returns its units if it was committed.
    pub async fn release(&self, id: &str) -> Result<(), Error> {
        self.end_reservation(id, false).await
    }

    /// Releases the reservation `id` while it is held. A committed reservation keeps its units.
    pub async fn release_held(&self, id: &str) -> Result<(), Error> {
        self.end_reservation(id, true).await
    }

    /// An unknown reservation is not an error: nothing was reserved.
    async fn end_reservation(&self, id: &str, only_held: bool) -> Result<(), Error> {
        let request = wire::ReleaseReservationRequest { reservation_id: id.to_owned(), only_held };
        match self.stock.clone().release_reservation(request).await.map_err(Error::from) {
            Ok(_) => Ok(()),
            Err(error) if error.code == Code::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Changes the lines of the reservation `id`, once for each `key`. Refused with `stock_short` or `reservation_ended`.
    pub async fn change_reservation(&self, id: &str, key: &str, lines: &[StockLine]) -> Result<(), Error> {
        let request = wire::ChangeReservationRequest {
            reservation_id: id.to_owned(),
            change_key: key.to_owned(),
            lines: wire_lines(lines),
        };
        self.stock.clone().change_reservation(request).await?;
        Ok(())
    }

    /// Adds returned units to the stock, once for each `id`.
    pub async fn return_units(&self, id: &str, lines: &[StockLine]) -> Result<(), Error> {
        let request = wire::ReturnUnitsRequest { return_id: id.to_owned(), lines: wire_lines(lines) };
        self.stock.clone().return_units(request).await?;
        Ok(())
    }

    /// Takes the units of the return `id` out of the stock again, once, and adds the units of the return `instead`. The
    /// reservation `hold_id` of units that leave the stock ends. Refused with `stock_short`.
    pub async fn take_back_return(
        &self,
        id: &str,
        hold_id: Option<String>,
        instead: Option<(String, Vec<StockLine>)>,
    ) -> Result<(), Error> {
        let instead = instead
            .map(|(return_id, lines)| wire::ReturnUnitsRequest { return_id, lines: wire_lines(&lines) });
        let (return_id, hold_id) = (id.to_owned(), hold_id.unwrap_or_default());
        let request = wire::TakeBackReturnRequest { return_id, hold_id, instead };
        self.stock.clone().take_back_return(request).await?;
        Ok(())
    }
}

fn wire_lines(lines: &[StockLine]) -> Vec<wire::StockLine> {
    lines.iter().map(|line| wire::StockLine { pro_id: line.pro_id, quantity: line.quantity }).collect()
}

impl From<wire::Product> for Product {
    fn from(from: wire::Product) -> Self {
        Self {
            pro_id: from.pro_id,
            price: from.price,
            original_price: from.original_price,
            stock: from.stock,
            vatrate: from.vatrate,
            label: Label {
                name_la: from.name_la,
                name_en: from.name_en,
                img_cover: from.img_cover,
                unit_la: from.unit_la,
                unit_en: from.unit_en,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tonic::service::Routes;

    use super::*;

    #[tokio::test]
    async fn catalog_without_the_call_has_no_held_stock_and_other_calls_fail() {
        let catalog = Catalog::new(Transport::in_process(Routes::default(), Duration::from_secs(60)));
        for _ in 0..2 {
            assert_eq!(catalog.held().await.unwrap(), HashMap::new());
        }
        assert_eq!(catalog.on_hand(&[1]).await.unwrap_err().code, Code::Internal);
    }
}
