//! `/_admin/*`: what tests and the demo look at and change from the outside. No CORS, so that a page cannot reach it.

use crate::sites::shop::ShopChange;
use crate::world::World;
use axum::body::Body;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use serde_json::{Value, json};

pub(crate) fn answer(world: &World, method: &Method, path: &str, body: &[u8]) -> Response<Body> {
    match (method, path) {
        (&Method::GET, "/_admin/requests") => {
            reply(StatusCode::OK, &json!({ "requests": world.log.entries() }))
        }
        (&Method::GET, "/_admin/cart") => reply(StatusCode::OK, &world.shop().cart_json()),
        (&Method::GET, "/_admin/shop") => {
            reply(StatusCode::OK, &json!({ "products": world.shop().products() }))
        }
        (&Method::POST, "/_admin/shop") => change_shop(world, body),
        (&Method::POST, "/_admin/reset") => {
            world.reset();
            reply(StatusCode::OK, &json!({ "reset": true }))
        }
        _ => reply(StatusCode::NOT_FOUND, &json!({ "error": format!("no {method} {path} here") })),
    }
}

fn change_shop(world: &World, body: &[u8]) -> Response<Body> {
    let change = serde_json::from_slice::<ShopChange>(body).map_err(|e| e.to_string());
    match change.and_then(|change| world.shop().change(change).map_err(|id| format!("no product {id:?}"))) {
        Ok(()) => reply(StatusCode::OK, &json!({ "products": world.shop().products() })),
        Err(error) => reply(StatusCode::BAD_REQUEST, &json!({ "error": error })),
    }
}

fn reply(status: StatusCode, body: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
