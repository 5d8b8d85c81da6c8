//! `routes`, `perms`, `openapi`: the route table as text. Needs no data directory.

use serde_json::{Value, json};

use super::args::OpenapiArgs;
use super::{Context, Finding, Ran, out};
use crate::config::BASE;
use crate::features;
use crate::route::Access;
use crate::web::contract;

/// `routes`
pub(super) fn routes(context: &Context) -> Ran {
    let routes = features::PRODUCT.routes();
    let access = |access: &Access| match access {
        Access::Public { .. } => "公开".to_owned(),
        Access::SignedIn => "登录即可".to_owned(),
        Access::Perm(permission) | Access::PermOf(permission) => (*permission).to_owned(),
    };
    if context.json {
        let rows = routes.iter().map(|route| {
            json!({"method": route.method.as_str(), "path": route.path, "access": access(&route.access),
                   "audit": route.audit.map(|(title, _)| title)})
        });
        out::json(&rows.collect());
    } else {
        for route in &routes {
            let audit = route.audit.map_or("", |(title, _)| title);
            out::line(format!("{}\t{}\t{}\t{audit}", route.method.as_str(), route.path, access(&route.access)));
        }
    }
    Ok(Finding::Nothing)
}

/// `perms`
pub(super) fn perms(context: &Context) -> Ran {
    let all = features::PRODUCT.permissions();
    if context.json {
        out::json(&json!(all));
    } else {
        for (permission, routes) in all {
            out::line(format!("{permission}\t{}", routes.join("、")));
        }
    }
    Ok(Finding::Nothing)
}

/// `openapi`
pub(super) fn openapi(args: &OpenapiArgs) -> Ran {
    let routes = features::PRODUCT.routes();
    if args.inputs {
        // A line for each route, so that a change shows as what it is.
        let line = |(name, shape): (String, Value)| format!("{}:{shape}", Value::String(name));
        let lines: Vec<String> = contract::inputs(&routes)?.into_iter().map(line).collect();
        out::line(format!("{{\n{}\n}}", lines.join(",\n")));
    } else {
        out::json(&contract::document(&routes, &format!("{BASE}/prod-api"))?);
    }
    Ok(Finding::Nothing)
}
