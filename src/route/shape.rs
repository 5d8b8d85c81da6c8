//! Shapes of inputs, each with what it names.

use schemars::Schema;
#[cfg(computed_shapes)]
use schemars::SchemaGenerator;
#[cfg(computed_shapes)]
use serde_json::Value;

use super::Route;

impl Route {
    /// Shape of the input. Builds that compute shapes do so when it is first asked for: tests open a program with all routes
    /// thousands of times and use few of them each time.
    #[cfg(computed_shapes)]
    pub fn input(&self) -> &Schema {
        self.known_input.get_or_init(|| whole(self.shapes.input))
    }

    /// Shape of the input, as the contract has it (`web/contract.rs`); a route that is not mounted knows none.
    #[cfg(not(computed_shapes))]
    pub fn input(&self) -> &Schema {
        self.known_input.get_or_init(Schema::default)
    }

    /// Tells a route the shape of its input.
    #[cfg(not(computed_shapes))]
    pub(crate) fn takes(&mut self, input: Schema) {
        self.known_input = input.into();
    }
}

/// A schema that stands alone, with the definitions that it names.
#[cfg(computed_shapes)]
fn whole(shape: fn(&mut SchemaGenerator) -> Schema) -> Schema {
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
