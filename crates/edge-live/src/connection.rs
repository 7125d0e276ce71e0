//! Server-sent event stream of one browser: missed events, live events, heartbeats every 15 s, and rechecks of the
//! session.

use std::{sync::Arc, time::Duration};

use actix_web::Error;
use bytes::Bytes;
use futures::{
    FutureExt as _, Stream,
    future::{LocalBoxFuture, OptionFuture},
};
use heuan_proto::{
    accounts::v1::{GetSessionRequest, accounts_service_client::AccountsServiceClient},
    chat::v1::{ListEventsRequest, chat_service_client::ChatServiceClient},
    notifications::v1::{
        ListNewNotificationsRequest, notifications_service_client::NotificationsServiceClient,
    },
};
use heuan_rpc::Code;
use heuan_runtime::Shutdown;
use serde_json::json;
use tokio::time::{Instant, sleep_until};

use super::{
    Cursor, LiveUpdates, Subscriber,
    dto::Audience,
    frames::{Frame, LogPosition},
};
use heuan_edge_http::{
    app_state::AppState,
    session::{Role, Token},
};

/// Interval of keep-alive comments on an idle stream.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Maximum age of a stream, after which the browser reconnects, so that new replicas get streams.
const LIFE: Duration = Duration::from_secs(10 * 60);
/// Most missed events that a reconnecting browser receives; beyond that it reloads its data.
const MAX_BACKLOG: i32 = 200;
/// Reconnection delay that the stream sends as `retry`.
const RETRY_MS: u32 = 2000;

/// Returns the event stream of one browser: missed events first, then live ones.
pub fn stream(
    state: AppState,
    live: Arc<LiveUpdates>,
    who: Subscriber,
    token: Token,
    seen: Option<Cursor>,
    shutdown: Shutdown,
) -> impl Stream<Item = Result<Bytes, Error>> {
    async_stream::stream! {
        // Subscribes before the backlog is read, so that no event falls between the two.
        let mut subscription = live.hub.subscribe(who.clone());
        let mut cursor = subscription.cursor;
        let missed = match seen {
            // Boxed, because its state would otherwise be part of the stream for its whole life.
            Some(seen) => Box::pin(read_backlog(&state, &who, seen, &mut cursor)).await,
            None => Backlog::default(),
        };
        let online = who.inbox.then(|| {
            let (_, here) = live.hub.present();
            live.with_presence(|presence| presence.online(&here))
        });
        let hello = json!({
            "chat": subscription.up.chat,
            "notifications": subscription.up.notifications,
            "staff_online": subscription.staff_online,
            "resumed": seen.is_some() && !missed.chat_lost && !missed.notifications_lost,
            "online": online,
        });
        // The position of a reconnected browser stays where it was until the backlog is sent.
        let id = if seen.is_none() { format!("id: {cursor}\n") } else { String::new() };
        yield Ok(Bytes::from(format!("retry: {RETRY_MS}\nevent: hello\ndata: {hello}\n{id}\n")));

        let mut at = seen.unwrap_or(cursor);
        for frame in missed.frames {
            yield Ok(written(&frame, &mut at));
        }
        at = cursor;
        if missed.chat_lost || missed.notifications_lost {
            let data = json!({"chat": missed.chat_lost, "notifications": missed.notifications_lost});
            yield Ok(Bytes::from(format!("event: reset\ndata: {data}\nid: {at}\n\n")));
        }

        let spread = 0.8 + 0.4 * jitter(&who);
        let until = Instant::now() + LIFE.mul_f64(spread);
        let pause = state.shared.config.session_recheck(who.is_staff).mul_f64(spread);
        let mut check = Instant::now() + pause;
        // The stream continues while the session is checked.
        let mut checking: Option<LocalBoxFuture<'_, bool>> = None;
        let mut beat = Instant::now() + HEARTBEAT;
        let begun = shutdown.requested();
        tokio::pin!(begun);
        loop {
            tokio::select! {
                frame = subscription.frames.recv() => {
                    // The browser was disconnected, because it reads too slowly. It resumes from its
                    // position.
                    let Some(frame) = frame else { return };
                    if is_new(&frame, at) {
                        yield Ok(written(&frame, &mut at));
                        beat = Instant::now() + HEARTBEAT;
                    }
                }
                () = sleep_until(beat) => {
                    yield Ok(Bytes::from_static(b": ok\n\n"));
                    beat = Instant::now() + HEARTBEAT;
                }
                () = sleep_until(check), if checking.is_none() => {
                    checking = Some(may_still_listen(&state, &who, &token).boxed_local());
                }
                may = OptionFuture::from(checking.as_mut()), if checking.is_some() => {
                    if may == Some(false) {
                        break;
                    }
                    checking = None;
                    check = Instant::now() + pause;
                }
                () = sleep_until(until) => break,
                () = &mut begun => break,
            }
        }
        yield Ok(Bytes::from_static(b"event: bye\ndata: {}\n\n"));
    }
}

/// Whether the session is still valid and belongs to the same customer and role. While accounts is down the stream continues,
/// up to its maximum age.
async fn may_still_listen(state: &AppState, who: &Subscriber, token: &Token) -> bool {
    let rpc_request = GetSessionRequest { token: token.to_bytes(), peek: true, is_local: who.is_local };
    let accounts = state.clients.accounts();
    match state
        .with_deadline(accounts.read("GetSession", AccountsServiceClient::get_session, rpc_request))
        .await
    {
        Ok(answer) => answer.customer.is_some_and(|customer| {
            customer.customer_id == who.customer_id && Role::from(customer.role()).is_staff() == who.is_staff
        }),
        Err(error) => error.code != Code::Unauthenticated,
    }
}

/// Events that a browser missed while it was disconnected.
#[derive(Default)]
struct Backlog {
    frames: Vec<Frame>,
    chat_lost: bool,
    notifications_lost: bool,
}

/// Reads both logs from the position of the browser and moves `cursor` to their ends. A log that cannot be read, or with more
/// than [`MAX_BACKLOG`] events, is reported as lost, and the browser reloads its data.
async fn read_backlog(state: &AppState, who: &Subscriber, seen: Cursor, cursor: &mut Cursor) -> Backlog {
    let mut missed = Backlog::default();
    let rpc_request = ListEventsRequest {
        after_position: seen.chat,
        customer_id: if who.inbox { 0 } else { who.customer_id },
        limit: MAX_BACKLOG,
    };
    let chat = state.clients.chat();
    match state.with_deadline(chat.read("ListEvents", ChatServiceClient::list_events, rpc_request)).await {
        // A replica that is behind our own feed is not used.
        Ok(found) if !found.has_more && !found.reset && found.position >= cursor.chat => {
            let audience = if who.inbox { Audience::Staff } else { Audience::Customer };
            missed.frames.extend(
                found.events.iter().filter_map(|event| Frame::from_chat_event(event, audience).ok()?),
            );
            cursor.chat = found.position;
        }
        Ok(found) => {
            missed.chat_lost = true;
            cursor.chat = cursor.chat.max(if found.reset { found.position } else { 0 });
        }
        Err(error) => {
            tracing::warn!(%error, "chat backlog not available; the browser reloads");
            missed.chat_lost = true;
        }
    }
    let rpc_request = ListNewNotificationsRequest {
        customer_id: who.customer_id,
        after_position: seen.notifications,
        limit: MAX_BACKLOG,
        member_since_ms: who.member_since_ms,
        staff: who.is_staff,
        actor_role: who.actor_role.into(),
    };
    let notifications = state.clients.notifications();
    let read = notifications.read("ListNew", NotificationsServiceClient::list_new_notifications, rpc_request);
    match state.with_deadline(read).await {
        Ok(found) if !found.has_more && !found.reset => {
            let frames = found
                .notifications
                .iter()
                .filter_map(|notification| Frame::from_notification(notification).ok());
            missed.frames.extend(frames.flatten());
            cursor.notifications = cursor.notifications.max(found.position);
        }
        _ => missed.notifications_lost = true,
    }
    missed
}

/// Whether a frame comes after the backlog that was sent.
fn is_new(frame: &Frame, at: Cursor) -> bool {
    match frame.position {
        LogPosition::Chat(position) => position > at.chat || is_reset(frame),
        LogPosition::Notifications(position) => position > at.notifications || is_reset(frame),
        LogPosition::None => true,
    }
}

/// Whether the frame resets a log, whose position may then be lower.
fn is_reset(frame: &Frame) -> bool {
    frame.text.starts_with("event: reset\n")
}

fn written(frame: &Frame, at: &mut Cursor) -> Bytes {
    match frame.position {
        LogPosition::Chat(position) => at.chat = position,
        LogPosition::Notifications(position) => at.notifications = position,
        LogPosition::None => return Bytes::from(format!("{}\n", frame.text)),
    }
    Bytes::from(format!("{}id: {at}\n\n", frame.text))
}

/// Returns a value from 0 to 1 per customer, so that streams that began together end at different times.
fn jitter(who: &Subscriber) -> f64 {
    let mixed = who.customer_id.unsigned_abs().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    mixed as f64 / f64::from(1u32 << 24)
}
