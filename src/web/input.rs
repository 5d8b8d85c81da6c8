//! From a request to one JSON object: path, query and body are laid over each other, then coerced to
//! the shape that the route's function asks for.
//!
//! Rules of the family (contract 0.3, 1.4, 1.5): brackets may be percent-encoded; empty query values
//! mean «not given», as does the text `undefined`; numbers may arrive as text and text as numbers;
//! unknown keys are ignored; `params[dataScope]` and anything else that no shape asks for never
//! reaches a function.

use jiff::civil::Date;
use schemars::Schema;
use serde_json::{Map, Value};

use crate::error::{AppError, Result};
use crate::kernel::area::Area;
use crate::kernel::check;
use crate::kernel::dates::{BOUNDS, parse_date};
use crate::kernel::span::add_months;

/// Deepest nesting of bracketed names.
const DEPTH: usize = 3;
/// Most pairs of one query string.
const PAIRS: usize = 500;

/// A query string as an object; `a[b]=c` becomes `{"a": {"b": "c"}}`.
pub fn query(text: &str) -> Map<String, Value> {
    let mut map = Map::new();
    for (name, value) in form_pairs(text).into_iter().take(PAIRS) {
        if value.is_empty() || value == "undefined" || value == "null" {
            continue;
        }
        put(&mut map, &name, value);
    }
    map
}

fn form_pairs(text: &str) -> Vec<(String, String)> {
    let decode = |part: &str| {
        let spaced = part.replace('+', " ");
        percent_decode(&spaced)
    };
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        })
        .collect()
}

/// Decodes `%xx`; bytes that are no UTF-8 become replacement characters, a lone `%` stays.
pub fn percent_decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn put(map: &mut Map<String, Value>, name: &str, value: String) {
    let mut parts = name.split('[');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.map(|part| part.trim_end_matches(']')).take(DEPTH).collect();
    if first.is_empty() {
        return;
    }
    let mut at = map;
    let mut key = first;
    for next in rest {
        let slot = at.entry(key.to_owned()).or_insert_with(|| Value::Object(Map::new()));
        let Value::Object(inner) = slot else { return };
        at = inner;
        key = next;
    }
    match at.get_mut(key) {
        // A repeated plain name is a list (`ids=1&ids=2`), as the family's comma form.
        Some(Value::String(before)) => {
            before.push(',');
            before.push_str(&value);
        }
        _ => {
            at.insert(key.to_owned(), Value::String(value));
        }
    }
}

/// Coerces an input to a shape; what the shape does not name is left out. Given today, days have the bounds of their shape.
///
/// # Errors
/// The family's sentence for a value of the wrong type (contract 1.1).
pub fn coerce(shape: &Schema, input: Map<String, Value>, today: Option<Date>) -> Result<Value> {
    let root = Root { shape: shape.as_value(), today };
    object(&root, root.shape, input)
}

/// What every part of a shape is read with: the whole shape, for references, and the day, for bounds.
struct Root<'s> {
    shape: &'s Value,
    today: Option<Date>,
}

fn resolve<'s>(root: &Root<'s>, shape: &'s Value) -> &'s Value {
    match shape.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#')) {
        Some(pointer) => root.shape.pointer(pointer).unwrap_or(shape),
        None => shape,
    }
}

fn object(root: &Root, shape: &Value, input: Map<String, Value>) -> Result<Value> {
    let shape = resolve(root, shape);
    let Some(properties) = shape.get("properties").and_then(Value::as_object) else {
        return match shape.get("additionalProperties") {
            // A map: whatever its names are, its values have one shape.
            Some(wanted @ Value::Object(_)) => map(root, wanted, input),
            // A free-form object (layout settings and the like).
            Some(_) => Ok(Value::Object(input)),
            None => Ok(Value::Object(Map::new())),
        };
    };
    let mut out = Map::new();
    for (name, value) in input {
        if let Some(wanted) = properties.get(&name)
            && !value.is_null()
            && let Some(value) = one(root, wanted, label(wanted, &name), value).map_err(|fault| fault.within(&name))?
        {
            out.insert(name, value);
        }
    }
    Ok(Value::Object(out))
}

fn map(root: &Root, wanted: &Value, input: Map<String, Value>) -> Result<Value> {
    let mut out = Map::new();
    for (name, value) in input {
        if value.is_null() {
            out.insert(name, value);
        } else if let Some(value) =
            one(root, wanted, label(wanted, &name), value).map_err(|fault| fault.within(&name))?
        {
            out.insert(name, value);
        }
    }
    Ok(Value::Object(out))
}

/// What people call a field: the title of its shape, else its name.
fn label<'s>(shape: &'s Value, name: &'s str) -> &'s str {
    shape.get("title").and_then(Value::as_str).unwrap_or(name)
}

fn type_names(root: &Root, shape: &Value) -> Vec<String> {
    let shape = resolve(root, shape);
    match shape.get("type") {
        Some(Value::String(name)) => vec![name.clone()],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => ["anyOf", "oneOf"]
            .iter()
            .filter_map(|key| shape.get(key).and_then(Value::as_array))
            .flatten()
            .flat_map(|part| type_names(root, part))
            .collect(),
    }
}

fn inner<'s>(root: &Root<'s>, shape: &'s Value, wanted: &str) -> &'s Value {
    let shape = resolve(root, shape);
    for key in ["anyOf", "oneOf"] {
        for part in shape.get(key).and_then(Value::as_array).into_iter().flatten() {
            if type_names(root, part).iter().any(|name| name == wanted) {
                return resolve(root, part);
            }
        }
    }
    shape
}

fn one(root: &Root, shape: &Value, name: &str, value: Value) -> Result<Option<Value>> {
    let types = type_names(root, shape);
    let wants = |wanted: &str| types.iter().any(|name| name == wanted);
    let wrong = |wanted: &str, value: &Value| {
        let shown = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let shown: String = shown.chars().take(50).collect();
        AppError::refused(format!("请求参数类型不匹配，参数[{name}]要求类型为：'{wanted}'，但输入值为：'{shown}'"))
    };
    if types.is_empty() {
        return Ok(Some(value));
    }
    let coerced = match value {
        Value::String(text) if wants("string") => Value::String(text),
        Value::Number(number) if wants("string") && !wants("integer") => Value::String(number.to_string()),
        Value::Bool(flag) if wants("string") && !wants("boolean") => Value::String(flag.to_string()),
        Value::Number(number) if wants("integer") && (number.is_i64() || number.is_u64()) => Value::Number(number),
        Value::Number(number) if wants("boolean") => Value::Bool(number.as_i64() == Some(1)),
        Value::Bool(flag) if wants("boolean") => Value::Bool(flag),
        Value::String(text) if wants("integer") => {
            let text = text.trim();
            if text.is_empty() {
                return Ok(None);
            }
            match text.parse::<i64>() {
                Ok(number) => Value::Number(number.into()),
                Err(_) => return Err(wrong("整数", &Value::String(text.to_owned()))),
            }
        }
        Value::String(text) if wants("boolean") => match text.trim() {
            "" => return Ok(None),
            "1" | "true" => Value::Bool(true),
            "0" | "false" => Value::Bool(false),
            _ => return Err(wrong("布尔值", &Value::String(text))),
        },
        Value::Array(items) if wants("array") => {
            let part = inner(root, shape, "array").get("items").cloned().unwrap_or(Value::Bool(true));
            Value::Array(
                items
                    .into_iter()
                    .enumerate()
                    .filter_map(|(place, item)| {
                        one(root, &part, name, item).map_err(|fault| fault.within(place)).transpose()
                    })
                    .collect::<Result<_>>()?,
            )
        }
        // The family's comma form of lists in a query.
        Value::String(text) if wants("array") => {
            let part = inner(root, shape, "array").get("items").cloned().unwrap_or(Value::Bool(true));
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Value::Array(
                items
                    .filter_map(|item| one(root, &part, name, Value::String(item.to_owned())).transpose())
                    .collect::<Result<_>>()?,
            )
        }
        // What takes several takes one.
        number @ Value::Number(_) if wants("array") => {
            let part = inner(root, shape, "array").get("items").cloned().unwrap_or(Value::Bool(true));
            Value::Array(one(root, &part, name, number)?.into_iter().collect())
        }
        Value::Object(map) if wants("object") => object(root, inner(root, shape, "object"), map)?,
        // Nested objects that clients send back whole where a list or text is not wanted.
        other => {
            let wanted = if wants("integer") {
                "整数"
            } else if wants("string") {
                "文本"
            } else if wants("array") {
                "数组"
            } else if wants("boolean") {
                "布尔值"
            } else {
                "对象"
            };
            return Err(wrong(wanted, &other));
        }
    };
    if let Value::String(text) = &coerced {
        let shape = inner(root, shape, "string");
        match shape.get("format").and_then(Value::as_str) {
            Some("date") => return day(root.today, shape, name, text),
            Some(format) => return formatted(format, name, text),
            None => {}
        }
    }
    if !allowed(root, shape, &coerced) {
        return Err(wrong("可选值之一", &coerced));
    }
    if let Value::Number(number) = &coerced {
        let shape = inner(root, shape, "integer");
        // «Unsigned» is part of the shape: a negative id is a wrong type, not a crash further in.
        let least = shape.get("minimum").and_then(Value::as_i64);
        if number.as_i64().zip(least).is_some_and(|(number, least)| number < least) {
            return Err(wrong(if least == Some(0) { "正整数" } else { "范围内的整数" }, &coerced));
        }
        if number.as_u64().is_some_and(|number| number > most(shape)) {
            return Err(wrong("范围内的整数", &coerced));
        }
    }
    Ok(Some(coerced))
}

/// The largest number of an integer shape, which says it for small ones only.
fn most(shape: &Value) -> u64 {
    let of_format = match shape.get("format").and_then(Value::as_str) {
        Some("int64") => i64::MAX.cast_unsigned(),
        Some("uint32") => u64::from(u32::MAX),
        _ => u64::MAX,
    };
    shape.get("maximum").and_then(Value::as_u64).unwrap_or(of_format)
}

/// What a coerced input lacks, and where.
pub fn missing(shape: &Schema, input: &Value) -> Option<AppError> {
    let root = Root { shape: shape.as_value(), today: None };
    lacking(&root, root.shape, input)
}

fn lacking(root: &Root, shape: &Value, value: &Value) -> Option<AppError> {
    match value {
        Value::Object(map) => {
            let shape = inner(root, shape, "object");
            let properties = shape.get("properties")?.as_object()?;
            let asked = shape.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            if let Some(name) = asked.into_iter().find(|name| !map.contains_key(*name)) {
                let title = properties.get(name).and_then(|shape| shape.get("title")).and_then(Value::as_str);
                let what = title.map_or_else(|| format!("参数[{name}]"), str::to_owned);
                return Some(AppError::refused(format!("{what}不能为空")).at(name.to_owned()));
            }
            let mut given = map.iter();
            given.find_map(|(name, value)| Some(lacking(root, properties.get(name)?, value)?.within(name)))
        }
        Value::Array(items) => {
            let part = inner(root, shape, "array").get("items")?;
            let mut items = items.iter().enumerate();
            items.find_map(|(place, item)| Some(lacking(root, part, item)?.within(place)))
        }
        _ => None,
    }
}

fn unreadable(name: &str, wanted: &str, text: &str) -> AppError {
    let shown: String = text.chars().take(50).collect();
    AppError::refused(format!("{name}须为{wanted}，但输入值为：'{shown}'"))
}

/// A text that must be a day within the bounds of its shape; empty means «not given».
fn day(today: Option<Date>, shape: &Value, name: &str, text: &str) -> Result<Option<Value>> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let day = parse_date(text).ok_or_else(|| unreadable(name, "真实存在的日期（如 2024-01-31）", text))?;
    let first = shape.get(BOUNDS.0).and_then(Value::as_str).and_then(parse_date);
    let years = shape.get(BOUNDS.1).and_then(Value::as_i64);
    if let (Some(today), Some(first), Some(years)) = (today, first, years) {
        check::between(day, first, add_months(today, years * 12), name)?;
    }
    Ok(Some(Value::String(day.to_string())))
}

/// A text that must be an area; empty means «not given».
fn formatted(format: &str, name: &str, text: &str) -> Result<Option<Value>> {
    if format != "area" {
        return Ok(Some(Value::String(text.to_owned())));
    }
    if text.trim().is_empty() {
        return Ok(None);
    }
    let area = Area::parse(text).ok_or_else(|| unreadable(name, "不小于0的数字，最多两位小数", text))?;
    Ok(Some(Value::String(area.to_string())))
}

/// Whether a value is one of those that the shape lists, if it lists any.
fn allowed(root: &Root, shape: &Value, value: &Value) -> bool {
    let shape = resolve(root, shape);
    if let Some(listed) = shape.get("enum").and_then(Value::as_array) {
        return listed.contains(value);
    }
    if let Some(constant) = shape.get("const") {
        return constant == value;
    }
    let of_null = |part: &&Value| part.get("type").and_then(Value::as_str) != Some("null");
    let lists = ["anyOf", "oneOf"].iter().filter_map(|key| shape.get(key).and_then(Value::as_array));
    let mut parts = lists.flatten().filter(of_null);
    let Some(first) = parts.next() else { return true };
    std::iter::once(first).chain(parts).any(|part| allowed(root, part, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use schemars::{JsonSchema, JsonSchema_repr, schema_for};
    use serde::Deserialize;
    use serde_json::json;
    use serde_repr::Deserialize_repr;

    use crate::kernel::dates::DateText;

    #[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase", default)]
    struct Range {
        begin_time: Option<String>,
    }

    #[derive(Debug, Default, PartialEq, Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase", default)]
    struct Sample {
        page_num: Option<u64>,
        status: Option<String>,
        order_num: Option<i64>,
        strict: Option<bool>,
        role_ids: Option<Vec<u64>>,
        params: Option<Range>,
        #[schemars(with = "Option<DateText>", title = "起租日")]
        start: Option<Date>,
        #[schemars(title = "计租面积")]
        area: Option<Area>,
        kind: Option<Kind>,
        mode: Option<Mode>,
    }

    #[derive(Debug, PartialEq, Deserialize_repr, JsonSchema_repr)]
    #[repr(u8)]
    enum Kind {
        One = 1,
    }

    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    #[serde(rename_all = "UPPERCASE")]
    enum Mode {
        /// Documented, as ours are: the shape becomes a list of constants.
        Calendar,
    }

    fn read(input: Value) -> Result<Sample> {
        let Value::Object(map) = input else { panic!("an object") };
        let coerced = coerce(&schema_for!(Sample), map, Some(date(2024, 9, 30)))?;
        Ok(serde_json::from_value(coerced).expect("a coerced input always fits"))
    }

    #[test]
    fn brackets_empty_values_and_unknown_keys() {
        let map =
            query("pageNum=2&status=&params%5BbeginTime%5D=2024-01-01&params[dataScope]=x&params[endTime]=undefined");
        let sample = read(Value::Object(map)).expect("valid");
        assert_eq!(sample.page_num, Some(2));
        assert_eq!(sample.status, None);
        assert_eq!(sample.params.and_then(|p| p.begin_time).as_deref(), Some("2024-01-01"));
    }

    #[test]
    fn text_and_numbers_are_coerced_both_ways() {
        let sample =
            read(json!({"status": 0, "orderNum": "3", "strict": "1", "roleIds": "1, 2", "x": {}})).expect("valid");
        assert_eq!(
            sample,
            Sample {
                status: Some("0".into()),
                order_num: Some(3),
                strict: Some(true),
                role_ids: Some(vec![1, 2]),
                ..Sample::default()
            }
        );
        assert_eq!(read(json!({"roleIds": [1, "2"]})).expect("valid").role_ids, Some(vec![1, 2]));
        assert_eq!(read(json!({"roleIds": 3})).expect("valid").role_ids, Some(vec![3]), "one is a list of one");
        assert_eq!(read(json!({"orderNum": "", "strict": null})).expect("valid"), Sample::default());
    }

    #[test]
    fn what_is_missing_and_what_no_number_holds_is_named() {
        #[derive(JsonSchema)]
        #[allow(dead_code, reason = "shapes")]
        struct Part {
            #[schemars(title = "计租面积")]
            area: Area,
        }
        #[derive(JsonSchema)]
        #[allow(dead_code, reason = "shapes")]
        struct Form {
            id: u64,
            parts: Vec<Part>,
            note: Option<String>,
        }
        let shape = schema_for!(Form);
        let said = |input: Value| missing(&shape, &input).map(|fault| (fault.message.into_owned(), fault.field));
        let of = |sentence: &str, field: &'static str| Some((sentence.to_owned(), Some(field.into())));
        assert_eq!(said(json!({"parts": []})), of("参数[id]不能为空", "id"));
        assert_eq!(said(json!({"id": 1, "parts": [{"area": "1"}, {}]})), of("计租面积不能为空", "parts.1.area"));
        assert_eq!(said(json!({"id": 1, "parts": []})), None);
        for (number, fits) in [(json!(i64::MAX), true), (json!(i64::MIN), true), (json!(u64::MAX), false)] {
            assert_eq!(read(json!({ "orderNum": number })).is_ok(), fits, "{number}");
        }
    }

    #[test]
    fn wrong_types_get_the_familys_sentence() {
        for (input, part) in [
            (json!({"pageNum": "abc"}), "参数[pageNum]要求类型为：'整数'，但输入值为：'abc'"),
            (json!({"pageNum": -1}), "参数[pageNum]要求类型为：'正整数'"),
            (json!({"pageNum": 1.5}), "参数[pageNum]要求类型为：'整数'"),
            (json!({"status": {"a": 1}}), "参数[status]要求类型为：'文本'"),
            (json!({"roleIds": {"a": 1}}), "参数[roleIds]要求类型为：'数组'"),
            (json!({"start": "2024-02-31"}), "起租日须为真实存在的日期（如 2024-01-31），但输入值为：'2024-02-31'"),
            (json!({"start": "-2024-01-01"}), "起租日须为真实存在的日期（如 2024-01-31），但输入值为：'-2024-01-01'"),
            (json!({"start": "1989-12-31"}), "起租日须在 1990-01-01 与 2084-09-30 之间"),
            (json!({"start": "9999-12-31"}), "起租日须在 1990-01-01 与 2084-09-30 之间"),
            (json!({"area": "1.005"}), "计租面积须为不小于0的数字，最多两位小数，但输入值为：'1.005'"),
            (json!({"area": "-3"}), "计租面积须为不小于0的数字"),
            (json!({"kind": 2}), "参数[kind]要求类型为：'可选值之一'，但输入值为：'2'"),
            (json!({"mode": "WEEK"}), "参数[mode]要求类型为：'可选值之一'"),
        ] {
            let fault = read(input).expect_err("refused");
            assert!(fault.message.contains(part), "{}", fault.message);
        }
    }

    #[test]
    fn dates_areas_and_choices() {
        let sample =
            read(json!({"start": "2024年1月5日", "area": 12.5, "kind": "1", "mode": "CALENDAR"})).expect("valid");
        assert_eq!((sample.start, sample.area), (Some(date(2024, 1, 5)), Some(Area(1_250))));
        assert_eq!((sample.kind, sample.mode), (Some(Kind::One), Some(Mode::Calendar)));
        assert_eq!(read(json!({"start": "", "area": " "})).expect("valid"), Sample::default());
    }

    #[test]
    fn only_hexadecimal_digits_are_decoded() {
        for (text, read) in [("a%2Cb", "a,b"), ("%+1", "%+1"), ("50%", "50%"), ("%zz", "%zz"), ("%ff", "\u{fffd}")] {
            assert_eq!(percent_decode(text), read);
        }
    }

    #[test]
    fn random_queries_never_panic() {
        let seed: u64 = 20_241_121;
        let mut state = seed;
        for round in 0..20_000 {
            let text: String = (0..round % 60)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    ['a', '[', ']', '=', '&', '%', '5', 'B', '+', '张', '\0'][(state >> 33) as usize % 11]
                })
                .collect();
            let map = query(&text);
            drop(coerce(&schema_for!(Sample), map, Some(date(2024, 9, 30))));
        }
    }
}
