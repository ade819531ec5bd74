//! A validator for the part of JSON Schema (draft 2020-12) that the schemas here use. Any other keyword is an error, so
//! that none is ignored.

use serde_json::Value;

/// Why a value is not as its schema says, with the place.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    Schema { root: schema }.check(schema, value, "")
}

struct Schema<'s> {
    root: &'s Value,
}

impl Schema<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let wrong = |what: String| Err(format!("{at}: {what}: {value}"));
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, of) in keywords {
            match keyword.as_str() {
                "$schema" | "$id" | "$comment" | "$defs" | "title" | "description" => {}
                "$ref" => {
                    let path = of.as_str().and_then(|path| path.strip_prefix('#'));
                    let to = path.and_then(|path| self.root.pointer(path));
                    self.check(to.expect("it leads somewhere"), value, at)?;
                }
                "type" => {
                    let types = match of {
                        Value::Array(types) => types.clone(),
                        one => vec![one.clone()],
                    };
                    if !types.iter().any(|it| is_of_type(it.as_str().expect("a word"), value)) {
                        return wrong(format!("not {of}"));
                    }
                }
                "enum" => {
                    if !of.as_array().expect("a list").contains(value) {
                        return wrong(format!("none of {of}"));
                    }
                }
                "minimum" | "maximum" => {
                    let (limit, number) = (of.as_f64().expect("a number"), value.as_f64());
                    let is_within = |number: f64| match keyword.as_str() {
                        "minimum" => number >= limit,
                        _ => number <= limit,
                    };
                    if !number.is_none_or(is_within) {
                        return wrong(format!("{keyword} {limit}"));
                    }
                }
                "minItems" | "maxItems" => {
                    let limit = of.as_u64().expect("a number") as usize;
                    let is_within = |items: &Vec<Value>| match keyword.as_str() {
                        "minItems" => items.len() >= limit,
                        _ => items.len() <= limit,
                    };
                    if !value.as_array().is_none_or(is_within) {
                        return wrong(format!("{keyword} {limit}"));
                    }
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(of, item, &format!("{at}/{index}"))?;
                    }
                }
                "required" => {
                    for name in of.as_array().expect("a list") {
                        let name = name.as_str().expect("a name");
                        if value.as_object().is_some_and(|object| !object.contains_key(name)) {
                            return wrong(format!("no {name}"));
                        }
                    }
                }
                "properties" => {
                    for (name, schema) in of.as_object().expect("an object") {
                        if let Some(part) = value.get(name) {
                            self.check(schema, part, &format!("{at}/{name}"))?;
                        }
                    }
                }
                "additionalProperties" => {
                    assert_eq!(of, &Value::Bool(false), "others are not known here");
                    let known = &schema["properties"];
                    for name in value.as_object().into_iter().flatten().map(|(name, _)| name) {
                        if known.get(name).is_none() {
                            return wrong(format!("{name} is not known"));
                        }
                    }
                }
                "anyOf" => {
                    let mut some = of.as_array().expect("a list").iter();
                    if !some.any(|schema| self.check(schema, value, at).is_ok()) {
                        return wrong("none of several".to_owned());
                    }
                }
                other => panic!("{other} is not known here"),
            }
        }
        Ok(())
    }
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type"),
    }
}

#[test]
fn what_is_not_as_it_should_be_is_found() {
    let schema = serde_json::json!({
        "type": "object",
        "required": ["a"],
        "additionalProperties": false,
        "properties": {
            "a": { "type": ["integer", "null"], "minimum": 1 },
            "b": { "type": "array", "items": { "$ref": "#/$defs/word" }, "minItems": 1 },
        },
        "$defs": { "word": { "enum": ["x", "y"] } },
    });
    let of = |value: Value| check(&schema, &value);
    assert_eq!(of(serde_json::json!({"a": 1, "b": ["x"]})), Ok(()));
    assert_eq!(of(serde_json::json!({"a": null})), Ok(()));
    for wrong in [
        serde_json::json!([]),
        serde_json::json!({}),
        serde_json::json!({"a": 0}),
        serde_json::json!({"a": 1.5}),
        serde_json::json!({"a": 1, "c": 2}),
        serde_json::json!({"a": 1, "b": []}),
        serde_json::json!({"a": 1, "b": ["x", "z"]}),
    ] {
        assert!(of(wrong.clone()).is_err(), "{wrong}");
    }
}
