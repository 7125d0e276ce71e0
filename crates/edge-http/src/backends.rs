//! gRPC clients of the services behind the edge, with retries for reads and for writes that are idempotent by an id.

use std::{
    future::Future,
    ops::{Deref, DerefMut},
    sync::Arc,
};

use heuan_proto::{
    accounts::v1::{
        accounts_service_client::AccountsServiceClient, address_service_client::AddressServiceClient,
        code_service_client::CodeServiceClient, contact_service_client::ContactServiceClient,
        staff_customer_service_client::StaffCustomerServiceClient, staff_service_client::StaffServiceClient,
    },
    branches::v1::{
        branches_service_client::BranchesServiceClient, weather_service_client::WeatherServiceClient,
    },
    catalog::v1::{
        catalog_import_service_client::CatalogImportServiceClient,
        catalog_service_client::CatalogServiceClient, content_service_client::ContentServiceClient,
        staff_catalog_service_client::StaffCatalogServiceClient,
    },
    chat::v1::chat_service_client::ChatServiceClient,
    imagesearch::v1::image_search_service_client::ImageSearchServiceClient,
    notifications::v1::{
        message_service_client::MessageServiceClient, news_service_client::NewsServiceClient,
        notifications_service_client::NotificationsServiceClient,
    },
    orders::v1::{
        cart_service_client::CartServiceClient, order_service_client::OrderServiceClient,
        points_service_client::PointsServiceClient,
        staff_customer_service_client::StaffCustomerServiceClient as CustomerOrdersClient,
        staff_order_service_client::StaffOrderServiceClient,
        viewed_products_service_client::ViewedProductsServiceClient,
        wishlist_service_client::WishlistServiceClient,
    },
    privacy::v1::{
        personal_data_service_client::PersonalDataServiceClient,
        retention_service_client::RetentionServiceClient,
    },
    search::v1::{
        search_service_client::SearchServiceClient, staff_search_service_client::StaffSearchServiceClient,
    },
    staffcontent::v1::staff_content_service_client::StaffContentServiceClient,
};
use heuan_rpc::{Code, Error, MAX_EXPORT_BYTES, Result, RetryingClient, Transport};
use tonic::{Response, Status};

/// Transports to the services that the edge calls.
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

/// Creates the backends of one worker. Called once in each worker, because the tasks of a connection stay on the thread that
/// opened it.
pub type Connect = Arc<dyn Fn() -> Result<Backends> + Send + Sync>;

/// Generated clients over [`Backends`]. Each call clones one, which is cheap.
#[derive(Clone)]
pub struct Clients {
    catalog: ServiceClient<CatalogServiceClient<Transport>>,
    staff_catalog: ServiceClient<StaffCatalogServiceClient<Transport>>,
    images: ServiceClient<StaffCatalogServiceClient<Transport>>,
    staff_content: ServiceClient<StaffContentServiceClient<Transport>>,
    staff_branches: ServiceClient<StaffContentServiceClient<Transport>>,
    imports: ServiceClient<CatalogImportServiceClient<Transport>>,
    exports: ServiceClient<CatalogImportServiceClient<Transport>>,
    content: ServiceClient<ContentServiceClient<Transport>>,
    branches: ServiceClient<BranchesServiceClient<Transport>>,
    accounts: ServiceClient<AccountsServiceClient<Transport>>,
    addresses: ServiceClient<AddressServiceClient<Transport>>,
    codes: ServiceClient<CodeServiceClient<Transport>>,
    contact: ServiceClient<ContactServiceClient<Transport>>,
    staff: ServiceClient<StaffServiceClient<Transport>>,
    staff_customers: ServiceClient<StaffCustomerServiceClient<Transport>>,
    cart: ServiceClient<CartServiceClient<Transport>>,
    viewed_products: ServiceClient<ViewedProductsServiceClient<Transport>>,
    wishlist: ServiceClient<WishlistServiceClient<Transport>>,
    orders: ServiceClient<OrderServiceClient<Transport>>,
    points: ServiceClient<PointsServiceClient<Transport>>,
    staff_orders: ServiceClient<StaffOrderServiceClient<Transport>>,
    customer_orders: ServiceClient<CustomerOrdersClient<Transport>>,
    image_search: ServiceClient<ImageSearchServiceClient<Transport>>,
    chat: ServiceClient<ChatServiceClient<Transport>>,
    notifications: ServiceClient<NotificationsServiceClient<Transport>>,
    messages: ServiceClient<MessageServiceClient<Transport>>,
    news: ServiceClient<NewsServiceClient<Transport>>,
    search: ServiceClient<SearchServiceClient<Transport>>,
    staff_searches: ServiceClient<StaffSearchServiceClient<Transport>>,
    weather: ServiceClient<WeatherServiceClient<Transport>>,
    personal_data: [(&'static str, PersonalDataClient); 4],
    staff_records: [(&'static str, PersonalDataClient); 2],
    retention: [ServiceClient<RetentionServiceClient<Transport>>; 5],
}

/// Client of the personal data of a service.
pub type PersonalDataClient = ServiceClient<PersonalDataServiceClient<Transport>>;

/// Maximum bytes of a response of the chat service, whose attachments exceed the default limit of tonic.
const MAX_CHAT_RESPONSE_BYTES: usize = 8 * 1024 * 1024;
/// Maximum bytes of a response of the catalog: the longest content page, or 200 products with as many images as an
/// import accepts.
const MAX_CATALOG_RESPONSE_BYTES: usize = 32 * 1024 * 1024;

fn personal_data_client(
    (service, transport): (&'static str, &Transport),
) -> (&'static str, PersonalDataClient) {
    let client = ServiceClient::new(transport, |channel| {
        PersonalDataServiceClient::new(channel).max_decoding_message_size(MAX_EXPORT_BYTES)
    });
    (service, client)
}

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
        let personal_data =
            [("orders", &orders), ("search", &search), ("chat", &chat), ("notifications", &notifications)]
                .map(personal_data_client);
        let staff_records =
            [("catalog-gateway", &catalog), ("weather-branches", &branches)].map(personal_data_client);
        let retention = [&accounts, &orders, &search, &chat, &notifications]
            .map(|transport| ServiceClient::new(transport, RetentionServiceClient::new));
        Self {
            personal_data,
            staff_records,
            retention,
            search: ServiceClient::new(&search, SearchServiceClient::new),
            staff_searches: ServiceClient::new(&search, StaffSearchServiceClient::new),
            catalog: ServiceClient::new(&catalog, |channel| {
                CatalogServiceClient::new(channel).max_decoding_message_size(MAX_CATALOG_RESPONSE_BYTES)
            }),
            staff_catalog: ServiceClient::new(&catalog, |channel| {
                StaffCatalogServiceClient::new(channel).max_decoding_message_size(MAX_CATALOG_RESPONSE_BYTES)
            }),
            images: ServiceClient::new(&catalog.clone().without_deadline(), StaffCatalogServiceClient::new),
            staff_content: ServiceClient::new(&catalog, |channel| {
                StaffContentServiceClient::new(channel).max_decoding_message_size(MAX_CATALOG_RESPONSE_BYTES)
            }),
            staff_branches: ServiceClient::new(&branches, |channel| {
                StaffContentServiceClient::new(channel).max_decoding_message_size(MAX_CATALOG_RESPONSE_BYTES)
            }),
            imports: ServiceClient::new(&catalog, |channel| {
                CatalogImportServiceClient::new(channel).max_decoding_message_size(MAX_CATALOG_RESPONSE_BYTES)
            }),
            exports: ServiceClient::new(&catalog.clone().without_deadline(), CatalogImportServiceClient::new),
            content: ServiceClient::new(&content, |channel| {
                ContentServiceClient::new(channel).max_decoding_message_size(MAX_CATALOG_RESPONSE_BYTES)
            }),
            branches: ServiceClient::new(&branches, BranchesServiceClient::new),
            weather: ServiceClient::new(&branches, WeatherServiceClient::new),
            accounts: ServiceClient::new(&accounts, AccountsServiceClient::new),
            addresses: ServiceClient::new(&accounts, AddressServiceClient::new),
            codes: ServiceClient::new(&accounts, CodeServiceClient::new),
            contact: ServiceClient::new(&accounts, ContactServiceClient::new),
            staff: ServiceClient::new(&accounts, StaffServiceClient::new),
            staff_customers: ServiceClient::new(&accounts, |channel| {
                StaffCustomerServiceClient::new(channel).max_decoding_message_size(MAX_EXPORT_BYTES)
            }),
            cart: ServiceClient::new(&orders, CartServiceClient::new),
            viewed_products: ServiceClient::new(&orders, ViewedProductsServiceClient::new),
            wishlist: ServiceClient::new(&orders, WishlistServiceClient::new),
            points: ServiceClient::new(&orders, PointsServiceClient::new),
            orders: ServiceClient::new(&orders, OrderServiceClient::new),
            staff_orders: ServiceClient::new(&orders, StaffOrderServiceClient::new),
            customer_orders: ServiceClient::new(&orders, CustomerOrdersClient::new),
            image_search: ServiceClient::new(&image_search, ImageSearchServiceClient::new),
            chat: ServiceClient::new(&chat, |channel| {
                ChatServiceClient::new(channel).max_decoding_message_size(MAX_CHAT_RESPONSE_BYTES)
            }),
            notifications: ServiceClient::new(&notifications, NotificationsServiceClient::new),
            messages: ServiceClient::new(&notifications, MessageServiceClient::new),
            news: ServiceClient::new(&notifications, NewsServiceClient::new),
        }
    }
}

impl Clients {
    pub fn catalog(&self) -> ServiceClient<CatalogServiceClient<Transport>> {
        self.catalog.clone()
    }

    pub fn staff_catalog(&self) -> ServiceClient<StaffCatalogServiceClient<Transport>> {
        self.staff_catalog.clone()
    }

    /// Client for uploads of images, which may take as long as the request: an image of 50 megapixels takes a second
    /// to decode.
    pub fn images(&self) -> ServiceClient<StaffCatalogServiceClient<Transport>> {
        self.images.clone()
    }

    /// Client for content of the catalog, for the staff.
    pub fn staff_content(&self) -> ServiceClient<StaffContentServiceClient<Transport>> {
        self.staff_content.clone()
    }

    /// Client for branches, for the staff.
    pub fn staff_branches(&self) -> ServiceClient<StaffContentServiceClient<Transport>> {
        self.staff_branches.clone()
    }

    pub fn imports(&self) -> ServiceClient<CatalogImportServiceClient<Transport>> {
        self.imports.clone()
    }

    /// Client for export streams, which stay open for longer than a call may take.
    pub fn exports(&self) -> ServiceClient<CatalogImportServiceClient<Transport>> {
        self.exports.clone()
    }

    pub fn content(&self) -> ServiceClient<ContentServiceClient<Transport>> {
        self.content.clone()
    }

    pub fn branches(&self) -> ServiceClient<BranchesServiceClient<Transport>> {
        self.branches.clone()
    }

    pub fn accounts(&self) -> ServiceClient<AccountsServiceClient<Transport>> {
        self.accounts.clone()
    }

    pub fn addresses(&self) -> ServiceClient<AddressServiceClient<Transport>> {
        self.addresses.clone()
    }

    pub fn codes(&self) -> ServiceClient<CodeServiceClient<Transport>> {
        self.codes.clone()
    }

    pub fn contact(&self) -> ServiceClient<ContactServiceClient<Transport>> {
        self.contact.clone()
    }

    pub fn staff(&self) -> ServiceClient<StaffServiceClient<Transport>> {
        self.staff.clone()
    }

    pub fn staff_customers(&self) -> ServiceClient<StaffCustomerServiceClient<Transport>> {
        self.staff_customers.clone()
    }

    /// Client for orders and points of one customer, for the staff.
    pub fn customer_orders(&self) -> ServiceClient<CustomerOrdersClient<Transport>> {
        self.customer_orders.clone()
    }

    /// Services with data of customers besides accounts, with their names in the topology, in the order of the steps of an
    /// erasure: orders may refuse; notifications come last, because orders and chat cause them.
    pub fn personal_data(&self) -> &[(&'static str, PersonalDataClient)] {
        &self.personal_data
    }

    /// Services whose ledgers have names of the staff and no data of customers. They only take part in erasures.
    pub fn staff_records(&self) -> &[(&'static str, PersonalDataClient)] {
        &self.staff_records
    }

    /// Services that delete data about people after a time.
    pub fn retention(&self) -> &[ServiceClient<RetentionServiceClient<Transport>>] {
        &self.retention
    }

    pub fn cart(&self) -> ServiceClient<CartServiceClient<Transport>> {
        self.cart.clone()
    }

    pub fn wishlist(&self) -> ServiceClient<WishlistServiceClient<Transport>> {
        self.wishlist.clone()
    }

    pub fn viewed_products(&self) -> ServiceClient<ViewedProductsServiceClient<Transport>> {
        self.viewed_products.clone()
    }

    pub fn orders(&self) -> ServiceClient<OrderServiceClient<Transport>> {
        self.orders.clone()
    }

    pub fn staff_orders(&self) -> ServiceClient<StaffOrderServiceClient<Transport>> {
        self.staff_orders.clone()
    }

    pub fn chat(&self) -> ServiceClient<ChatServiceClient<Transport>> {
        self.chat.clone()
    }

    pub fn notifications(&self) -> ServiceClient<NotificationsServiceClient<Transport>> {
        self.notifications.clone()
    }

    /// Client for news of the shop to customers who agreed.
    pub fn news(&self) -> ServiceClient<NewsServiceClient<Transport>> {
        self.news.clone()
    }

    pub fn messages(&self) -> ServiceClient<MessageServiceClient<Transport>> {
        self.messages.clone()
    }

    pub fn points(&self) -> ServiceClient<PointsServiceClient<Transport>> {
        self.points.clone()
    }

    pub fn image_search(&self) -> ServiceClient<ImageSearchServiceClient<Transport>> {
        self.image_search.clone()
    }

    pub fn weather(&self) -> ServiceClient<WeatherServiceClient<Transport>> {
        self.weather.clone()
    }

    pub fn search(&self) -> ServiceClient<SearchServiceClient<Transport>> {
        self.search.clone()
    }

    pub fn staff_searches(&self) -> ServiceClient<StaffSearchServiceClient<Transport>> {
        self.staff_searches.clone()
    }
}

/// Generated client with retries. Its own methods, awaited by [`call`], are called once; idempotent calls go through
/// [`ServiceClient::read`] or [`ServiceClient::write_with_id`].
#[derive(Clone)]
pub struct ServiceClient<C>(RetryingClient<C>);

impl<C: Clone> ServiceClient<C> {
    fn new(transport: &Transport, client: impl FnOnce(Transport) -> C) -> Self {
        Self(RetryingClient::new(transport.clone(), client))
    }

    /// Calls a method without side effects, with retries.
    pub async fn read<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        self.0.read(method, send, request).await.map_err(|error| map_backend_error(method, error))
    }

    /// Calls a method that is idempotent by an id in its request, with retries.
    pub async fn write_with_id<Q: Clone, T>(
        &self,
        method: &'static str,
        send: impl AsyncFn(&mut C, Q) -> Result<Response<T>, Status>,
        request: Q,
    ) -> Result<T> {
        self.0.write_with_id(method, send, request).await.map_err(|error| map_backend_error(method, error))
    }
}

impl<C> Deref for ServiceClient<C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.0.client()
    }
}

impl<C> DerefMut for ServiceClient<C> {
    fn deref_mut(&mut self) -> &mut C {
        self.0.client_mut()
    }
}

/// Awaits one call without retries.
pub async fn call<T>(
    method: &'static str,
    answer: impl Future<Output = Result<Response<T>, Status>>,
) -> Result<T> {
    answer.await.map(Response::into_inner).map_err(|status| map_backend_error(method, status.into()))
}

/// Maps a shed call to `Unavailable`, because the client did nothing wrong. So `ResourceExhausted` always means a limit of
/// the client itself.
fn map_backend_error(method: &'static str, mut error: Error) -> Error {
    tracing::debug!(method, %error, "backend call failed");
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
    async fn shed_call_is_unavailable_and_client_limit_stays_resource_exhausted() {
        let overloaded = Error::overloaded(Duration::from_millis(300));
        let error = call::<()>("List", async { Err(overloaded.clone().into()) }).await.unwrap_err();
        assert_eq!((error.code, error.pushback()), (Code::Unavailable, overloaded.pushback()));
        let limited = Error::new(Code::ResourceExhausted, "too many tries");
        let error = call::<()>("List", async { Err(limited.into()) }).await.unwrap_err();
        assert_eq!(error.code, Code::ResourceExhausted);
    }
}
