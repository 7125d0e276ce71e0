//! A browser of one person with cookies and an API token.

use reqwest::{Method, RequestBuilder, Response, header::SET_COOKIE};
use serde_json::{Value, json};

use crate::{account_fake::PASSWORD, support::TestShop};

pub struct Browser<'a> {
    shop: &'a TestShop,
    pub token: String,
    pub cookies: Vec<(String, String)>,
}

impl<'a> Browser<'a> {
    /// With an API token and without a session.
    pub async fn new(shop: &'a TestShop) -> Self {
        let received = shop.client.post(shop.url("/api/api-token")).bearer_auth("heuan-demo-key");
        let body: Value = received.send().await.unwrap().json().await.unwrap();
        let token = body["data"]["token"].as_str().unwrap().to_owned();
        Self { shop, token, cookies: Vec::new() }
    }

    /// This browser at another edge.
    pub async fn at(&self, shop: &'a TestShop) -> Self {
        Self { cookies: self.cookies.clone(), ..Self::new(shop).await }
    }

    /// Without token and session.
    pub fn bare(shop: &'a TestShop) -> Self {
        Self { shop, token: String::new(), cookies: Vec::new() }
    }

    /// A registered customer with this phone number.
    pub async fn registered(shop: &'a TestShop, phone: &str) -> Self {
        let mut browser = Self::new(shop).await;
        let response = browser.send(Method::POST, "/api/auth/register", registration(phone)).await;
        assert_eq!(response.status(), 201);
        browser
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.shop.client.request(method, self.shop.url(path));
        let request = request.header("x-api-access-token", &self.token);
        if cookies.is_empty() { request } else { request.header("cookie", cookies.join("; ")) }
    }

    /// Sends `body` and stores the returned cookies.
    pub async fn send(&mut self, method: Method, path: &str, body: Value) -> Response {
        let response = self.request(method, path).json(&body).send().await.unwrap();
        for header in response.headers().get_all(SET_COOKIE) {
            let header = header.to_str().unwrap();
            let (name, value) = header.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(stored, _)| stored != name);
            if !header.contains("Max-Age=0") {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        response
    }

    pub async fn login(&mut self, phone: &str) -> Response {
        let body = json!({"identifier": phone, "password": PASSWORD});
        self.send(Method::POST, "/api/auth/login", body).await
    }

    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.iter().find(|(stored, _)| stored == name).map(|(_, value)| value.as_str())
    }

    pub fn set_cookie(&mut self, name: &str, value: &str) {
        self.cookies.retain(|(stored, _)| stored != name);
        self.cookies.push((name.to_owned(), value.to_owned()));
    }

    /// The phone number of the customer this browser is signed in as.
    pub async fn phone(&self) -> Option<String> {
        let response = self.get("/api/v1/verify-token").await;
        let status = response.status();
        let body: Value = response.json().await.unwrap();
        (status == 200).then(|| body["payload"]["phone"].as_str().unwrap().to_owned())
    }
}

pub fn registration(phone: &str) -> Value {
    json!({"fname": "Noy", "lname": "Keo", "phone": phone, "password": PASSWORD})
}
