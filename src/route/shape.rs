//! Shapes of inputs, each with what it names.

use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

/// A schema that stands alone, with the definitions that it names.
pub(super) fn whole(shape: fn(&mut SchemaGenerator) -> Schema) -> Schema {
    let mut generator = SchemaGenerator::default();
    let mut schema = shape(&mut generator);
    let mut definitions = generator.take_definitions(true);
    let own = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
    if let Some(own) = own.map(str::to_owned)
        && let Some(Ok(inner)) = definitions.get(&own).cloned().map(Schema::try_from)
    {
        schema = inner;
        definitions.shift_remove(&own);
        let path = format!("#/$defs/{own}\"");
        let names_itself = schema.as_value().to_string().contains(&path)
            || definitions.values().any(|definition| definition.to_string().contains(&path));
        if names_itself {
            definitions.insert(own, schema.clone().to_value());
        }
    }
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    schema
}
