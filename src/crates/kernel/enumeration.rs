//! Enumerations declared once: what code calls a value, what the wire and the file hold, what people call it. Storage, the
//! wire, workbooks, histories and the front end's `enums.ts` come from the one declaration.
//!
//! ```ignore
//! numbered! {
//!     /// 权属状况
//!     #[derive(Default)]
//!     pub enum TitleState {
//!         #[default]
//!         Titled = 1 => "有证",
//!         Untitled = 2 => "无证",
//!     }
//! }
//! ```

use schemars::{Schema, json_schema};
use serde_json::Value;

/// Names of the values in a schema, in their order.
pub const NAMES: &str = "x-enum-varnames";
/// What people call them, in the same order.
pub const LABELS: &str = "x-labels";

/// The schema of an enumeration: `kind` is the type of its values on the wire.
pub fn schema(kind: &str, values: &[Value], names: &[&str], labels: &[&str]) -> Schema {
    json_schema!({"type": kind, "enum": values, NAMES: names, LABELS: labels})
}

/// What columns keep as a number.
pub trait Coded {
    fn code(&self) -> i64;
}

impl Coded for u64 {
    fn code(&self) -> i64 {
        i64::try_from(*self).unwrap_or(i64::MAX)
    }
}

impl Coded for i64 {
    fn code(&self) -> i64 {
        *self
    }
}

impl Coded for u8 {
    fn code(&self) -> i64 {
        i64::from(*self)
    }
}

impl Coded for bool {
    fn code(&self) -> i64 {
        i64::from(*self)
    }
}

/// What both forms share.
#[doc(hidden)]
#[macro_export]
macro_rules! enumeration {
    ($name:ident, $kind:literal, $($variant:ident, $value:literal, $label:literal;)+) => {
        impl $name {
            /// All of them, in the order of the declaration.
            pub const ALL: [Self; [$($label),+].len()] = [$(Self::$variant),+];
            /// What people call them, in the same order.
            pub const LABELS: [&str; Self::ALL.len()] = [$($label),+];

            /// What people call it.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)+
                }
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }
            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let names = [$(stringify!($variant)),+];
                $crate::enumeration::schema($kind, &[$($value.into()),+], &names, &Self::LABELS)
            }
        }
    };
}

/// An enumeration whose values are numbers on the wire and in the file.
#[macro_export]
macro_rules! numbered {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$note:meta])* $variant:ident = $value:literal => $label:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde_repr::Serialize_repr, serde_repr::Deserialize_repr)]
        #[repr(u8)]
        $vis enum $name {
            $(#[doc = $label] $(#[$note])* $variant = $value,)+
        }
        $crate::enumeration!($name, "integer", $($variant, $value, $label;)+);

        impl $name {
            /// Values with what people call them, for forms and conditions.
            #[allow(dead_code)]
            pub const CHOICES: &'static [(i64, &'static str)] = &[$(($value, $label)),+];
        }

        impl $crate::enumeration::Coded for $name {
            fn code(&self) -> i64 {
                i64::from(*self as u8)
            }
        }
    };
}

/// An enumeration whose values are texts on the wire and in the file.
#[macro_export]
macro_rules! worded {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$note:meta])* $variant:ident = $value:literal => $label:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $vis enum $name {
            $(#[doc = $label] $(#[$note])* #[serde(rename = $value)] $variant,)+
        }
        $crate::enumeration!($name, "string", $($variant, $value, $label;)+);

        impl $name {
            /// What the wire calls them, in the same order; columns keep the place.
            pub const WORDS: &'static [&'static str] = &[$($value),+];
        }

        impl $crate::enumeration::Coded for $name {
            fn code(&self) -> i64 {
                Self::ALL.iter().position(|one| one == self).map_or(0, |at| i64::try_from(at).unwrap_or(0))
            }
        }
    };
}

pub use crate::{numbered, worded};

#[cfg(test)]
mod tests {
    use schemars::schema_for;
    use serde_json::json;

    numbered! {
        /// 等级
        #[derive(Default)]
        pub enum Grade {
            Low = 1 => "低",
            #[default]
            High = 9 => "高",
        }
    }

    worded! {
        /// 方式
        pub enum Way {
            By = "BY" => "按日",
        }
    }

    #[test]
    fn one_declaration_gives_wire_label_and_schema() {
        assert_eq!((json!(Grade::High), json!(Way::By)), (json!(9), json!("BY")));
        assert_eq!(serde_json::from_value::<Grade>(json!(1)).expect("known"), Grade::Low);
        assert!(serde_json::from_value::<Way>(json!("By")).is_err());
        assert_eq!((Grade::default().label(), Grade::LABELS), ("高", ["低", "高"]));
        assert_eq!((Way::ALL.map(Way::label), Way::WORDS), (["按日"], &["BY"][..]));
        let schema = schema_for!(Grade);
        let told = |key: &str| schema.get(key).cloned();
        assert_eq!(told("enum"), Some(json!([1, 9])));
        assert_eq!(told(super::NAMES), Some(json!(["Low", "High"])));
        assert_eq!(told(super::LABELS), Some(json!(["低", "高"])));
    }
}
