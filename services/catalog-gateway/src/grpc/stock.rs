//! RPCs of stock reservations, called by the orders service.

use heuan_proto::catalog::v1::{self as wire, stock_service_server::StockService};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{Handler, catalog::check_batch, convert::all};
use crate::stock::{
    self, Reservation, ReservationChange, ReservationState, ReserveRequest, ReturnRequest, StockLevel,
    StockLine, TakenBackReturn,
};
use crate::store::store_error;

/// Maximum products of one page of held stock.
const MAX_HELD: i32 = 1_000;

#[tonic::async_trait]
impl StockService for Handler {
    async fn batch_get_stock(
        &self,
        request: Request<wire::BatchGetStockRequest>,
    ) -> Result<Response<wire::BatchGetStockResponse>, Status> {
        let ids = request.into_inner().pro_ids;
        check_batch(&ids)?;
        let levels = self.store.stock_levels(&ids).await.map_err(store_error)?;
        Ok(Response::new(wire::BatchGetStockResponse { stocks: all(levels) }))
    }

    async fn list_held_stock(
        &self,
        request: Request<wire::ListHeldStockRequest>,
    ) -> Result<Response<wire::ListHeldStockResponse>, Status> {
        let wire::ListHeldStockRequest { after_pro_id, limit } = request.into_inner();
        if !(1..=MAX_HELD).contains(&limit) {
            return Err(Error::invalid("limit", format!("must be from 1 to {MAX_HELD}")).into());
        }
        let levels = self.store.held_stock_levels(after_pro_id, i64::from(limit)).await;
        let stocks = all(levels.map_err(store_error)?);
        Ok(Response::new(wire::ListHeldStockResponse { stocks }))
    }

    async fn reserve_stock(
        &self,
        request: Request<wire::ReserveStockRequest>,
    ) -> Result<Response<wire::ReserveStockResponse>, Status> {
        let wire::ReserveStockRequest { reservation_id, lines, ttl_ms } = request.into_inner();
        let request = ReserveRequest::new(reservation_id, stock_lines(lines), ttl_ms)?;
        let reservation = self.store.reserve(&request, self.clock.now_ms()).await?;
        Ok(Response::new(wire::ReserveStockResponse { reservation: Some(reservation.into()) }))
    }

    async fn commit_reservation(
        &self,
        request: Request<wire::CommitReservationRequest>,
    ) -> Result<Response<wire::CommitReservationResponse>, Status> {
        let id = request.into_inner().reservation_id;
        stock::check_id(&id)?;
        let reservation = self.store.commit(&id, self.clock.now_ms()).await?;
        Ok(Response::new(wire::CommitReservationResponse { reservation: Some(reservation.into()) }))
    }

    async fn release_reservation(
        &self,
        request: Request<wire::ReleaseReservationRequest>,
    ) -> Result<Response<wire::ReleaseReservationResponse>, Status> {
        let wire::ReleaseReservationRequest { reservation_id, only_held } = request.into_inner();
        stock::check_id(&reservation_id)?;
        let reservation = self.store.release(&reservation_id, only_held, self.clock.now_ms()).await?;
        Ok(Response::new(wire::ReleaseReservationResponse { reservation: Some(reservation.into()) }))
    }

    async fn return_units(
        &self,
        request: Request<wire::ReturnUnitsRequest>,
    ) -> Result<Response<wire::ReturnUnitsResponse>, Status> {
        let wire::ReturnUnitsRequest { return_id, lines } = request.into_inner();
        let request = ReturnRequest::new(return_id, stock_lines(lines))?;
        self.store.return_units(&request, self.clock.now_ms()).await?;
        Ok(Response::new(wire::ReturnUnitsResponse {}))
    }

    async fn take_back_return(
        &self,
        request: Request<wire::TakeBackReturnRequest>,
    ) -> Result<Response<wire::TakeBackReturnResponse>, Status> {
        let wire::TakeBackReturnRequest { return_id, hold_id, instead } = request.into_inner();
        let instead =
            instead.map(|it| ReturnRequest::new(it.return_id, stock_lines(it.lines))).transpose()?;
        let request = TakenBackReturn::new(return_id, hold_id, instead)?;
        self.store.take_back_return(&request, self.clock.now_ms()).await?;
        Ok(Response::new(wire::TakeBackReturnResponse {}))
    }

    async fn change_reservation(
        &self,
        request: Request<wire::ChangeReservationRequest>,
    ) -> Result<Response<wire::ChangeReservationResponse>, Status> {
        let wire::ChangeReservationRequest { reservation_id, change_key, lines } = request.into_inner();
        let change = ReservationChange::new(reservation_id, change_key, stock_lines(lines))?;
        let reservation = self.store.change_reservation(&change, self.clock.now_ms()).await?;
        Ok(Response::new(wire::ChangeReservationResponse { reservation: Some(reservation.into()) }))
    }
}

fn stock_lines(lines: Vec<wire::StockLine>) -> Vec<StockLine> {
    lines.into_iter().map(|wire::StockLine { pro_id, quantity }| StockLine { pro_id, quantity }).collect()
}

impl From<StockLevel> for wire::Stock {
    fn from(from: StockLevel) -> Self {
        let StockLevel { pro_id, available, reserved, sold } = from;
        Self { pro_id, available, reserved, sold }
    }
}

impl From<Reservation> for wire::Reservation {
    fn from(from: Reservation) -> Self {
        let state = match from.state {
            ReservationState::Held => wire::ReservationState::Held,
            ReservationState::Committed => wire::ReservationState::Committed,
            ReservationState::Released => wire::ReservationState::Released,
            ReservationState::Expired => wire::ReservationState::Expired,
            ReservationState::Returned => wire::ReservationState::Returned,
        };
        Self { reservation_id: from.reservation_id, state: state.into(), expires_at_ms: from.expires_at }
    }
}
