//! The contract of the API: its OpenAPI document, and what each route takes.
//!
//! Debug builds and those for tests compute both from the types; `packaging/contract` writes them to files, a release carries
//! these (packaging/build.rs), and `api::every_route` fails when a file is old.

use serde_json::{Map, Value};

use crate::error::Result;
use crate::route::Route;

#[cfg(computed_shapes)]
mod source {
    use super::{Map, Result, Route, Value};
    use crate::web::openapi;

    /// The OpenAPI document.
    ///
    /// # Errors
    /// None.
    pub fn document(routes: &[Route], base: &str) -> Result<Value> {
        Ok(openapi::document(routes, base))
    }

    /// What each route takes, by its name, without the words for readers.
    ///
    /// # Errors
    /// None.
    pub fn inputs(routes: &[Route]) -> Result<Map<String, Value>> {
        let input = |route: &Route| {
            let mut shape = route.input().as_value().clone();
            terse(&mut shape);
            (route.name(), shape)
        };
        Ok(routes.iter().map(input).collect())
    }

    /// The shapes know themselves.
    ///
    /// # Errors
    /// None.
    pub fn mounted(routes: Vec<Route>) -> Result<Vec<Route>> {
        Ok(routes)
    }

    /// Leaves out what nothing is checked by.
    fn terse(shape: &mut Value) {
        match shape {
            Value::Object(fields) => {
                let is_word = |name: &str, value: &Value| {
                    (name == "description" || name == "$schema" || name == "default" || name.starts_with("x-"))
                        && !value.is_object()
                };
                fields.retain(|name, value| !is_word(name, value));
                fields.values_mut().for_each(terse);
            }
            Value::Array(items) => items.iter_mut().for_each(terse),
            _ => {}
        }
    }
}

#[cfg(not(computed_shapes))]
mod source {
    use std::io::Read as _;

    use schemars::Schema;

    use super::{Map, Result, Route, Value};
    use crate::error::AppError;

    const DOCUMENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));
    const INPUTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/inputs.json.gz"));

    fn unpacked<T: serde::de::DeserializeOwned>(packed: &[u8]) -> Result<T> {
        let mut text = Vec::new();
        flate2::read::GzDecoder::new(packed).read_to_end(&mut text).map_err(AppError::internal)?;
        gx_decode::from_json_text(&text).map_err(AppError::internal)
    }

    /// The OpenAPI document.
    ///
    /// # Errors
    /// A program that was put together wrongly.
    pub fn document(_: &[Route], _: &str) -> Result<Value> {
        unpacked(DOCUMENT)
    }

    /// What each route takes, by its name, without the words for readers.
    ///
    /// # Errors
    /// A program that was put together wrongly.
    pub fn inputs(_: &[Route]) -> Result<Map<String, Value>> {
        unpacked(INPUTS)
    }

    /// Gives each route the shape of its input.
    ///
    /// # Errors
    /// A route that the contract doesn't know: the program was built from an old one.
    pub fn mounted(mut routes: Vec<Route>) -> Result<Vec<Route>> {
        let mut known = inputs(&routes)?;
        for route in &mut routes {
            let shape = known.remove(&route.name()).and_then(|shape| Schema::try_from(shape).ok());
            let old = || AppError::internal(format!("the contract lacks {}: run packaging/contract", route.name()));
            route.takes(shape.ok_or_else(old)?);
        }
        Ok(routes)
    }
}

pub use source::{document, inputs, mounted};
