//! The OpenAPI document as a generator of clients reads it: every operation has a name of its own, a sentence in Chinese and a
//! known tag, every reference leads somewhere, every parameter and property says what it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::support;
use gx_portal::route::Route;
use serde_json::{Value, json};
use support::Portal;

fn document() -> (Vec<Route>, Value) {
    let routes = gx_portal::features::PRODUCT.routes();
    let document = gx_portal::web::openapi::document(&routes, "/gx_portal/prod-api");
    (routes, document)
}

/// Every operation with `METHOD /path`.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().expect("paths");
    let of_path = |(path, methods): (&String, &'_ Value)| {
        let methods = methods.as_object().expect("methods").keys().cloned();
        methods.map(|method| (method, path.clone())).collect::<Vec<_>>()
    };
    let named = paths.iter().flat_map(of_path);
    named
        .map(|(method, path)| (format!("{} {path}", method.to_uppercase()), &document["paths"][&path][&method]))
        .collect()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value[name].as_array().into_iter().flatten()
}

fn is_chinese(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}

#[test]
fn every_operation_has_an_identifier_a_sentence_and_a_tag() {
    let (_, document) = document();
    let tags: BTreeMap<&str, &str> =
        list(&document, "tags").map(|tag| (text(tag, "name"), text(tag, "description"))).collect();
    assert!(tags.values().all(|about| about.contains(is_chinese)), "{tags:?}");
    let (mut identifiers, mut sentences, mut used) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    for (name, operation) in operations(&document) {
        let identifier = text(operation, "operationId");
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        assert!(!identifier.is_empty() && identifier.chars().all(plain), "{name}: {identifier:?}");
        assert_eq!(identifiers.insert(identifier, name.clone()), None, "{name}: {identifier} is another's");
        let sentence = text(operation, "summary");
        assert!(sentence.contains(is_chinese), "{name}: {sentence:?}");
        assert_eq!(sentences.insert(sentence, name.clone()), None, "{name}: {sentence} is another's; .titled(…)");
        assert!(text(operation, "description").contains(is_chinese), "{name}");
        let of: Vec<&str> = list(operation, "tags").filter_map(Value::as_str).collect();
        assert!(matches!(of.as_slice(), [tag] if tags.contains_key(tag)), "{name}: {of:?}");
        used.extend(of);
    }
    assert_eq!(used, tags.keys().copied().collect(), "tags without operations");
}

/// Clients are generated from identifiers: whoever changes one breaks them.
#[test]
fn identifiers_follow_from_method_and_path() {
    let (_, document) = document();
    let known: BTreeMap<String, &str> =
        operations(&document).into_iter().map(|(name, operation)| (name, text(operation, "operationId"))).collect();
    for (name, identifier) in [
        ("GET /fin/receipt/list", "fin_receipt_list"),
        ("GET /fin/receipt/{id}", "fin_receipt_get"),
        ("POST /fin/receipt", "fin_receipt_create"),
        ("PUT /fin/waiver", "fin_waiver_update"),
        ("POST /fin/receipt/reverse", "fin_receipt_reverse"),
        ("GET /fin/bill/{id}/explain", "fin_bill_explain_show"),
        ("GET /fin/bill/export", "fin_bill_export_show"),
        ("POST /fin/bill/export", "fin_bill_export"),
        ("POST /lease/lease/change", "lease_lease_change_create"),
        ("DELETE /asset/partyA/{ids}", "asset_party_a_delete"),
        ("DELETE /system/user/profile/sessions", "system_user_profile_sessions_remove"),
        ("DELETE /system/config/refreshCache", "system_config_refresh_cache"),
        ("GET /system/user/", "system_user_slash_show"),
        ("POST /login", "login"),
    ] {
        assert_eq!(known.get(name), Some(&identifier), "{name}");
    }
}

fn each<'v>(value: &'v Value, with: &mut impl FnMut(&'v Value)) {
    with(value);
    match value {
        Value::Object(map) => map.values().for_each(|inner| each(inner, with)),
        Value::Array(items) => items.iter().for_each(|inner| each(inner, with)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_nothing_is_left_over() {
    let (_, document) = document();
    let mut named = BTreeSet::new();
    each(&document, &mut |value| {
        if let Some(path) = value["$ref"].as_str() {
            let place = path.strip_prefix('#').expect("a place of the document");
            assert!(document.pointer(place).is_some(), "{path}");
            named.insert(place);
        }
    });
    for kind in ["schemas", "responses"] {
        let all = document["components"][kind].as_object().expect("a map").keys();
        let unused: Vec<&String> =
            all.filter(|name| !named.contains(format!("/components/{kind}/{name}").as_str())).collect();
        assert!(unused.is_empty(), "{kind} that nothing names: {unused:?}");
    }
}

#[test]
fn parameters_bodies_and_answers_are_whole() {
    let (routes, document) = document();
    for (name, operation) in operations(&document) {
        let (method, path) = name.split_once(' ').expect("two");
        let in_path: BTreeSet<&str> = path.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        let declared = list(operation, "parameters").filter(|given| given["in"] == "path");
        let declared: BTreeSet<&str> =
            declared.filter(|given| given["required"] == true).map(|given| text(given, "name")).collect();
        assert_eq!(declared, in_path, "{name}");
        let places: Vec<(&str, &str)> =
            list(operation, "parameters").map(|given| (text(given, "in"), text(given, "name"))).collect();
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), places.len(), "{name}: {places:?}");
        assert!(list(operation, "parameters").all(|given| !text(given, "description").is_empty()), "{name}");
        let body = &operation["requestBody"];
        assert!(body.is_null() || (method != "GET" && body["required"] == true), "{name}: {body}");
        let shape = &body["content"]["application/json"]["schema"];
        let named = shape["$ref"].as_str().and_then(|path| document.pointer(path.trim_start_matches('#')));
        let properties = &named.unwrap_or(shape)["properties"];
        assert!(in_path.iter().all(|name| properties[*name].is_null()), "{name} asks its body for what its path says");
        let upload = routes.iter().find(|route| route.name() == name).expect("a route").upload;
        let form = &body["content"]["multipart/form-data"]["schema"];
        assert_eq!(form["required"], upload.map_or(Value::Null, |upload| json!([upload.field])), "{name}");
        let done = &operation["responses"];
        assert!(done["200"]["content"].is_object() || done["302"]["headers"]["Location"].is_object(), "{name}");
        assert_eq!(done["503"]["$ref"], "#/components/responses/NoMemory", "{name}");
        let public = operation["security"] == json!([]);
        assert_eq!(operation["x-refusals"]["401"].is_null(), public, "{name}");
    }
}

/// Every code that the envelope can have is told, and nothing else.
#[test]
fn every_code_of_a_refusal_is_told() {
    let (_, document) = document();
    let told = &document["components"]["schemas"]["Refusal"]["properties"]["code"]["enum"];
    let known: Vec<u16> = gx_portal::platform::metrics::CODES.into_iter().filter(|code| *code != 200).collect();
    assert_eq!(*told, json!(known));
    let responses = document["components"]["responses"].as_object().expect("responses");
    for code in known {
        let begin = format!("{code}：");
        assert!(responses.values().any(|response| text(response, "description").starts_with(&begin)), "{code}");
    }
}

/// The words of a description that say something: without articles, plurals and the like.
fn words(text: &str) -> Vec<String> {
    const EMPTY: [&str; 17] = [
        "a", "an", "the", "his", "her", "its", "their", "of", "it", "one", "which", "whose", "this", "that", "and",
        "or", "is",
    ];
    let single = |word: &str| match word.strip_suffix('s') {
        Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
        _ => word.to_owned(),
    };
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| single(&word.to_lowercase())).filter(|word| !EMPTY.contains(&word.as_str())).collect()
}

/// `partyAId` as words.
fn words_of_name(name: &str) -> Vec<String> {
    let spaced: String =
        name.chars().flat_map(|letter| [letter.is_ascii_uppercase().then_some(' '), Some(letter)]).flatten().collect();
    let mut found = words(&spaced);
    if found.iter().any(|word| ["id", "no", "uuid"].contains(&word.as_str())) {
        found.push("number".to_owned());
    }
    found
}

fn says_nothing(name: &str, about: &str) -> bool {
    let told = words(about);
    told.iter().all(|word| words_of_name(name).contains(word)) && told.len() < 2
}

#[test]
fn every_property_and_parameter_says_what_it_is() {
    let (_, document) = document();
    let mut untold = BTreeSet::new();
    each(&document, &mut |value| {
        for (name, property) in value["properties"].as_object().into_iter().flatten() {
            // a property may be called `properties`
            if property.is_object() && says_nothing(name, text(property, "description")) {
                untold.insert(format!("{name}: {}", property["description"]));
            }
        }
        if value["in"].is_string()
            && value["schema"].is_object()
            && says_nothing(text(value, "name"), text(value, "description"))
        {
            untold.insert(format!("{}: {}", value["name"], value["description"]));
        }
    });
    assert!(untold.is_empty(), "their words say no more than their names: {untold:#?}");
    assert!(says_nothing("leaseId", "Which lease.") && says_nothing("amountFen", "Fen.") && says_nothing("id", ""));
    assert!(!says_nothing("leaseId", "The lease 合同 that is charged, by number."));
}

/// Files have the type that is told.
#[test]
fn files_are_sent_with_the_type_that_is_told() {
    let portal = Portal::new();
    let document = gx_portal::web::openapi::document(&portal.routes, "/gx_portal/prod-api");
    let mut seen = 0;
    for (name, operation) in operations(&document) {
        let (method, path) = name.split_once(' ').expect("two");
        let content = operation["responses"]["200"]["content"].as_object();
        let file = content.and_then(|content| content.iter().find(|(_, file)| file["schema"]["format"] == "binary"));
        let Some((media, _)) = file else { continue };
        let needs = path.contains('{') || list(operation, "parameters").any(|given| given["required"] == true);
        if method != "POST" || needs {
            continue;
        }
        let answer = portal.request(method, path, &portal.admin(), Some("{}"));
        let sent = answer.headers.get("content-type").and_then(|sent| sent.to_str().ok()).unwrap_or_default();
        // some reports ask for a period first
        if !sent.starts_with("application/json") {
            assert_eq!(sent, *media, "{name}");
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}
