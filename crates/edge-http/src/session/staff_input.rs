//! Request extractor for routes of the back office: it checks the staff session first and reads the JSON body
//! afterwards.

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use futures::{FutureExt as _, future::LocalBoxFuture};
use serde::de::DeserializeOwned;

use super::Staff;
use crate::{input::Input, problem::Problem};

/// Extractor of a member of staff and a JSON body, in this order: a caller who is not staff learns nothing about the body.
/// Separate extractors would run concurrently, and the first error would be the response.
#[derive(Debug)]
pub struct StaffInput<T>(pub Staff, pub T);

impl<T: DeserializeOwned + 'static> FromRequest for StaffInput<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let staff = Staff::from_request(request, payload);
        let input = Input::<T>::from_request(request, payload);
        async move {
            let staff = staff.await?;
            Ok(Self(staff, input.await?.0))
        }
        .boxed_local()
    }
}
