//! gRPC handlers of `NotificationsService`: a customer's notifications, broadcasts, push subscriptions, and streams.

use std::pin::Pin;

use futures::Stream;
use heuan_proto::notifications::v1::{
    self as wire, MessageActorRole, notifications_service_server::NotificationsService,
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{Handler, customer, limit, messages, news, watch};
use crate::{push::Subscription, store::Reader};

const MAX_MARKED: usize = 500;
const MAX_TOPICS: usize = 20;

type GrpcResult<T> = Result<Response<T>, Status>;

fn reader(customer_id: i64, since: i64) -> Result<Reader, Error> {
    Ok(Reader { customer_id: customer(customer_id)?, since })
}

#[tonic::async_trait]
impl NotificationsService for Handler {
    async fn list_notifications(
        &self,
        request: Request<wire::ListNotificationsRequest>,
    ) -> GrpcResult<wire::ListNotificationsResponse> {
        let asked = request.into_inner();
        let reader = reader(asked.customer_id, asked.member_since_ms)?;
        let limit = limit(asked.limit, 100)?;
        let offset = i64::from((asked.page - 1).max(0)) * limit;
        let page = self.service.store.page(reader, offset, limit).await?;
        Ok(Response::new(wire::ListNotificationsResponse {
            notifications: page.notifications.into_iter().map(Into::into).collect(),
            total: page.total,
            unread: page.unread,
        }))
    }

    async fn mark_notifications(
        &self,
        request: Request<wire::MarkNotificationsRequest>,
    ) -> GrpcResult<wire::MarkNotificationsResponse> {
        let asked = request.into_inner();
        let reader = reader(asked.customer_id, asked.member_since_ms)?;
        let ids = &asked.notification_ids;
        if !asked.all && (ids.is_empty() || ids.len() > MAX_MARKED) {
            return Err(Error::invalid("ids", format!("must be 1 to {MAX_MARKED}")).into());
        }
        if ids.iter().any(|id| *id <= 0) {
            return Err(Error::invalid("ids", "must be positive whole numbers").into());
        }
        let ids = (!asked.all).then_some(ids.as_slice());
        let (changed, unread) = self.service.mark(reader, ids, asked.is_read).await?;
        Ok(Response::new(wire::MarkNotificationsResponse { changed: changed as i64, unread }))
    }

    async fn create_notification(
        &self,
        request: Request<wire::CreateNotificationRequest>,
    ) -> GrpcResult<wire::CreateNotificationResponse> {
        let asked = request.into_inner();
        let notification = if asked.own {
            self.service.create_own(asked.into()).await?
        } else {
            self.service.create(asked.into()).await?
        };
        Ok(Response::new(wire::CreateNotificationResponse { notification: Some(notification.into()) }))
    }

    async fn broadcast(
        &self,
        request: Request<wire::BroadcastRequest>,
    ) -> GrpcResult<wire::BroadcastResponse> {
        let request = request.into_inner();
        if let Some(role) = given_role(request.actor_role) {
            news::check_role(role)?;
        }
        let notification = self.service.broadcast(request.into()).await?;
        Ok(Response::new(wire::BroadcastResponse { notification: Some(notification.into()) }))
    }

    async fn get_push_key(
        &self,
        _: Request<wire::GetPushKeyRequest>,
    ) -> GrpcResult<wire::GetPushKeyResponse> {
        let public_key = self.service.sender.vapid.public_key.clone();
        Ok(Response::new(wire::GetPushKeyResponse { public_key }))
    }

    async fn save_push_subscription(
        &self,
        request: Request<wire::SavePushSubscriptionRequest>,
    ) -> GrpcResult<wire::SavePushSubscriptionResponse> {
        let asked = request.into_inner();
        if asked.topics.len() > MAX_TOPICS {
            return Err(Error::invalid("topics", format!("are more than {MAX_TOPICS}")).into());
        }
        check_subscriber(&asked)?;
        let subscription = Subscription {
            customer_id: customer(asked.customer_id)?,
            endpoint: asked.endpoint,
            p256dh: asked.p256dh,
            auth: asked.auth,
            language: asked.language,
            expires_at: asked.expires_at_ms.max(0),
            session_id: asked.session_id,
            new_orders: asked.new_orders,
            customer_messages: asked.customer_messages,
            new_orders_branch_id: asked.new_orders_branch_id.map(|id| id.max(0)),
        };
        self.service.save_subscription(subscription, &asked.topics, asked.staff).await?;
        Ok(Response::new(wire::SavePushSubscriptionResponse {}))
    }

    async fn delete_push_subscription(
        &self,
        request: Request<wire::DeletePushSubscriptionRequest>,
    ) -> GrpcResult<wire::DeletePushSubscriptionResponse> {
        let asked = request.into_inner();
        let endpoint = Some(asked.endpoint.as_str()).filter(|endpoint| !endpoint.is_empty());
        self.service.store.delete_subscription(customer(asked.customer_id)?, endpoint).await?;
        Ok(Response::new(wire::DeletePushSubscriptionResponse {}))
    }

    async fn list_new_notifications(
        &self,
        request: Request<wire::ListNewNotificationsRequest>,
    ) -> GrpcResult<wire::ListNewNotificationsResponse> {
        let asked = request.into_inner();
        if asked.staff && given_role(asked.actor_role) == Some(MessageActorRole::Customer) {
            return Err(messages::of_role("topics of the staff need a role of the staff").into());
        }
        let reader = reader(asked.customer_id, asked.member_since_ms)?;
        let limit = limit(asked.limit, 500)?;
        let topics = self.service.followed(reader.customer_id, asked.staff).await?;
        let newest = self.service.store.poll_position().await?;
        let reset = asked.after_position > newest;
        if asked.after_position < 0 || reset {
            return Ok(Response::new(wire::ListNewNotificationsResponse {
                position: newest,
                topics,
                reset,
                ..wire::ListNewNotificationsResponse::default()
            }));
        }
        let found = self.service.store.after_for(reader, asked.after_position, limit).await?;
        Ok(Response::new(wire::ListNewNotificationsResponse {
            position: found.last().map_or(asked.after_position, |last| last.no_id),
            has_more: found.len() as i64 == limit,
            notifications: found.into_iter().map(Into::into).collect(),
            topics,
            reset: false,
        }))
    }

    type WatchNotificationsStream =
        Pin<Box<dyn Stream<Item = Result<wire::WatchNotificationsResponse, Status>> + Send>>;

    async fn watch_notifications(
        &self,
        request: Request<wire::WatchNotificationsRequest>,
    ) -> GrpcResult<Self::WatchNotificationsStream> {
        let position = request.into_inner().after_position;
        Ok(Response::new(Box::pin(watch::follow(
            self.service.store.clone(),
            position,
            self.shutdown.clone(),
        ))))
    }
}

/// The role that a request names. Edges of the previous release name none. An unknown role counts as a customer.
fn given_role(role: i32) -> Option<MessageActorRole> {
    match MessageActorRole::try_from(role).unwrap_or(MessageActorRole::Customer) {
        MessageActorRole::Unspecified => None,
        role => Some(role),
    }
}

/// Refuses a subscription of the staff to other roles.
fn check_subscriber(asked: &wire::SavePushSubscriptionRequest) -> Result<(), Error> {
    let wants_customers = asked.new_orders == Some(true) || asked.customer_messages == Some(true);
    match given_role(asked.actor_role) {
        Some(MessageActorRole::Customer) if asked.staff => {
            Err(messages::of_role("subscriptions of the staff need a role of the staff"))
        }
        Some(MessageActorRole::Editor) if wants_customers => {
            Err(messages::of_role("pushes of new orders and messages are for clerks and managers"))
        }
        _ => Ok(()),
    }
}
