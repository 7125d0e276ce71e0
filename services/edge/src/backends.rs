use std::{
    future::Future,
    ops::{Deref, DerefMut},
    sync::Arc,
};

use heuan_proto::{
    accounts::v1::{
        accounts_service_client::AccountsServiceClient, contact_service_client::ContactServiceClient,
    },
    branches::v1::{
        branches_service_client::BranchesServiceClient, weather_service_client::WeatherServiceClient,
    },
    catalog::v1::{
        catalog_service_client::CatalogServiceClient, content_service_client::ContentServiceClient,
    },
    chat::v1::chat_service_client::ChatServiceClient,
    imagesearch::v1::image_search_service_client::ImageSearchServiceClient,
    notifications::v1::notifications_service_client::NotificationsServiceClient,
    orders::v1::{
        cart_service_client::CartServiceClient, order_service_client::OrderServiceClient,
        points_service_client::PointsServiceClient, wishlist_service_client::WishlistServiceClient,
    },
    search::v1::search_service_client::SearchServiceClient,
};
use heuan_rpc::{Caller, Code, Error, Result, Transport};
use tonic::{Response, Status};

/// The way to each service the edge calls.
#[derive(Clone)]
pub struct Backends {
    pub catalog: Transport,
    pub content: Transport,
    pub branches: Transport,
    pub accounts: Transport,
    pub orders: Transport,
    pub image_search: Transport,
    pub chat: Transport,
    pub notifications: Transport,
    pub search: Transport,
}

/// Makes the backends of one worker. Called once in each, because the tasks of a network channel stay on the thread
/// that made it.
pub type Connect = Arc<dyn Fn() -> Result<Backends> + Send + Sync>;

/// The generated clients over [`Backends`]. Each call takes a copy, which is cheap.
#[derive(Clone)]
pub struct Clients {
    catalog: Way<CatalogServiceClient<Transport>>,
    content: Way<ContentServiceClient<Transport>>,
    branches: Way<BranchesServiceClient<Transport>>,
    accounts: Way<AccountsServiceClient<Transport>>,
    contact: Way<ContactServiceClient<Transport>>,
    cart: Way<CartServiceClient<Transport>>,
    wishlist: Way<WishlistServiceClient<Transport>>,
    orders: Way<OrderServiceClient<Transport>>,
    points: Way<PointsServiceClient<Transport>>,
    image_search: Way<ImageSearchServiceClient<Transport>>,
    chat: Way<ChatServiceClient<Transport>>,
    notifications: Way<NotificationsServiceClient<Transport>>,
    search: Way<SearchServiceClient<Transport>>,
    weather: Way<WeatherServiceClient<Transport>>,
}

/// Pictures of conversations are larger than what calls usually bring.
const LARGEST_ANSWER: usize = 8 * 1024 * 1024;
/// The merchant's longest page, or two hundred products with as many pictures as an import takes of each.
const LARGEST_OF_CATALOGUE: usize = 32 * 1024 * 1024;

impl From<Backends> for Clients {
    fn from(backends: Backends) -> Self {
        let Backends {
            catalog,
            content,
            branches,
            accounts,
            orders,
            chat,
            notifications,
            image_search,
            search,
        } = backends;
        Self {
            search: Way::new(&search, SearchServiceClient::new),
            catalog: Way::new(&catalog, |way| {
                CatalogServiceClient::new(way).max_decoding_message_size(LARGEST_OF_CATALOGUE)
            }),
            content: Way::new(&content, |way| {
                ContentServiceClient::new(way).max_decoding_message_size(LARGEST_OF_CATALOGUE)
            }),
            branches: Way::new(&branches, BranchesServiceClient::new),
            weather: Way::new(&branches, WeatherServiceClient::new),
            accounts: Way::new(&accounts, AccountsServiceClient::new),
            contact: Way::new(&accounts, ContactServiceClient::new),
            cart: Way::new(&orders, CartServiceClient::new),
            wishlist: Way::new(&orders, WishlistServiceClient::new),
            points: Way::new(&orders, PointsServiceClient::new),
            orders: Way::new(&orders, OrderServiceClient::new),
            image_search: Way::new(&image_search, ImageSearchServiceClient::new),
            chat: Way::new(&chat, |way| {
                ChatServiceClient::new(way).max_decoding_message_size(LARGEST_ANSWER)
            }),
            notifications: Way::new(&notifications, NotificationsServiceClient::new),
        }
    }
}

impl Clients {
    pub fn catalog(&self) -> Way<CatalogServiceClient<Transport>> {
        self.catalog.clone()
    }

    pub fn content(&self) -> Way<ContentServiceClient<Transport>> {
        self.content.clone()
    }

    pub fn branches(&self) -> Way<BranchesServiceClient<Transport>> {
        self.branches.clone()
    }

    pub fn accounts(&self) -> Way<AccountsServiceClient<Transport>> {
        self.accounts.clone()
    }

    pub fn contact(&self) -> Way<ContactServiceClient<Transport>> {
        self.contact.clone()
    }

    pub fn cart(&self) -> Way<CartServiceClient<Transport>> {
        self.cart.clone()
    }

    pub fn wishlist(&self) -> Way<WishlistServiceClient<Transport>> {
        self.wishlist.clone()
    }

    pub fn orders(&self) -> Way<OrderServiceClient<Transport>> {
        self.orders.clone()
    }

    pub fn chat(&self) -> Way<ChatServiceClient<Transport>> {
        self.chat.clone()
    }

    pub fn notifications(&self) -> Way<NotificationsServiceClient<Transport>> {
        self.notifications.clone()
    }

    pub fn points(&self) -> Way<PointsServiceClient<Transport>> {
        self.points.clone()
    }

    pub fn image_search(&self) -> Way<ImageSearchServiceClient<Transport>> {
        self.image_search.clone()
    }

    pub fn weather(&self) -> Way<WeatherServiceClient<Transport>> {
        self.weather.clone()
    }

    pub fn search(&self) -> Way<SearchServiceClient<Transport>> {
        self.search.clone()
    }
}

/// A generated client. Its own methods, awaited by [`call`], are asked once; what may be repeated goes through
/// [`Way::read`] or [`Way::write_with_id`].
#[derive(Clone)]
pub struct Way<C>(Caller<C>);

impl<C: Clone> Way<C> {
    fn new(transport: &Transport, client: impl FnOnce(Transport) -> C) -> Self {
        Self(Caller::new(transport.clone(), client))
    }

    /// Calls a method that changes nothing, and again if that may help.
    pub async fn read<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        self.0.read(method, send, request).await.map_err(|error| told(method, error))
    }

    /// The same for a change that carries an id by which the service knows a repeat.
    pub async fn write_with_id<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        self.0.write_with_id(method, send, request).await.map_err(|error| told(method, error))
    }
}

impl<C> Deref for Way<C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.0.client()
    }
}

impl<C> DerefMut for Way<C> {
    fn deref_mut(&mut self) -> &mut C {
        self.0.client_mut()
    }
}

/// Awaits one call that is made once.
pub async fn call<T>(
    method: &'static str,
    answer: impl Future<Output = Result<Response<T>, Status>>,
) -> Result<T> {
    answer.await.map(Response::into_inner).map_err(|status| told(method, status.into()))
}

/// A service with too much to do is down for this shopper, who has done nothing wrong. What stays
/// `resource_exhausted` is a limit of their own.
fn told(method: &'static str, mut error: Error) -> Error {
    tracing::debug!(method, %error, "a call failed");
    if error.is_overload() {
        error.code = Code::Unavailable;
    }
    error
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_service_with_too_much_to_do_is_unavailable_and_a_limit_is_a_limit() {
        let overloaded = Error::overloaded(Duration::from_millis(300));
        let error = call::<()>("List", async { Err(overloaded.clone().into()) }).await.unwrap_err();
        assert_eq!((error.code, error.pushback()), (Code::Unavailable, overloaded.pushback()));
        let limited = Error::new(Code::ResourceExhausted, "too many tries");
        let error = call::<()>("List", async { Err(limited.into()) }).await.unwrap_err();
        assert_eq!(error.code, Code::ResourceExhausted);
    }
}
