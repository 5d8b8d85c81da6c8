//! Sentences about a document as somebody may read them who doesn't see all of its fields: what stands in a hidden field is
//! not told by a sentence either. The form itself is masked in [`super::rights`]; both go by the same map.

use serde_json::Value;

use super::binding::{Binding, FieldKind};
use super::definition::record::FieldRights;
use super::rights::{HIDDEN, READ, hides_amount, right};
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;

/// What stands in a sentence instead.
const UNSEEN: &str = "（不可见）";

/// Sentences without what the map hides of a form.
#[must_use]
pub fn mask_sentences(binding: &Binding, map: &FieldRights, form: &Value, sentences: Vec<String>) -> Vec<String> {
    if sentences.is_empty() || map.values().all(|right| *right != HIDDEN) {
        return sentences;
    }
    let mut hidden = Vec::new();
    gather(binding, map, ("", form), &mut hidden);
    // The longest first: a name that is part of another one leaves nothing of that behind.
    hidden.order_by_key(|text| std::cmp::Reverse(text.chars().count()));
    hidden.dedup();
    let is_money = |field: &&super::binding::Field| matches!(field.kind, FieldKind::Money);
    let hides_money = hides_amount(binding, map)
        || binding.fields.iter().filter(is_money).any(|field| right(map, field.path, READ) == HIDDEN);
    let mut told: Vec<String> = sentences
        .into_iter()
        .map(|sentence| {
            let sentence = hidden.iter().fold(sentence, |sentence, text| sentence.replace(text.as_str(), UNSEEN));
            if hides_money { without_amounts(&sentence) } else { sentence }
        })
        .collect();
    told.dedup();
    told
}

/// The texts of hidden fields. Single letters and numbers would be found in any sentence.
fn gather(binding: &Binding, map: &FieldRights, (path, value): (&str, &Value), found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                gather(binding, map, (&path, value), found);
            }
        }
        Value::Array(rows) => rows.iter().for_each(|row| gather(binding, map, (path, row), found)),
        _ if right(map, path, READ) != HIDDEN => {}
        Value::String(text) if text.trim().chars().count() > 1 => found.push(text.trim().to_owned()),
        Value::Number(number) => {
            let field = binding.fields.iter().find(|field| field.path == path);
            let is_money = field.is_some_and(|field| matches!(field.kind, FieldKind::Money));
            found.extend(number.as_i64().filter(|_| is_money).map(yuan_grouped));
        }
        _ => {}
    }
}

/// A sentence without amounts: digits with two places behind the point.
fn without_amounts(sentence: &str) -> String {
    let (mut kept, mut number) = (String::new(), String::new());
    for letter in sentence.chars().chain(['\0']) {
        if letter.is_ascii_digit() || (!number.is_empty() && matches!(letter, ',' | '.')) {
            number.push(letter);
            continue;
        }
        let amount = number.trim_end_matches([',', '.']);
        let is_amount = amount.rsplit_once('.').is_some_and(|(_, places)| places.len() == 2);
        if is_amount {
            kept.push_str(UNSEEN);
            kept.push_str(number.get(amount.len()..).unwrap_or_default());
        } else {
            kept.push_str(&number);
        }
        number.clear();
        if letter != '\0' {
            kept.push(letter);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::features::approvals::notice::BINDING;

    #[test]
    fn a_sentence_says_nothing_of_a_hidden_field() {
        let map = |paths: &[&str]| paths.iter().map(|path| ((*path).to_owned(), HIDDEN)).collect::<FieldRights>();
        let form = json!({"tenant": {"name": "云川包装", "idNo": "4201"}, "rooms": [{"code": "502"}, {"code": "503"}], "no": "HT-1"});
        let said = || vec!["乙方“云川包装”（4201）已列为失信，房间 503 已占用，合同 HT-1".to_owned()];
        for (hidden, expected) in [
            (&[][..], "乙方“云川包装”（4201）已列为失信，房间 503 已占用，合同 HT-1"),
            (&["tenant.name"], "乙方“（不可见）”（4201）已列为失信，房间 503 已占用，合同 HT-1"),
            (&["tenant", "rooms.code"], "乙方“（不可见）”（（不可见））已列为失信，房间 （不可见） 已占用，合同 HT-1"),
        ] {
            assert_eq!(mask_sentences(&BINDING, &map(hidden), &form, said()), [expected]);
        }
    }

    #[test]
    fn amounts_are_left_out_and_other_numbers_stay() {
        for (sentence, expected) in [
            ("可退 1,234.50 元，不足 2,000.00 元", "可退 （不可见） 元，不足 （不可见） 元"),
            ("租期 36 个月，面积 80.5 ㎡，2024-09-30。", "租期 36 个月，面积 80.5 ㎡，2024-09-30。"),
            ("合计0.30", "合计（不可见）"),
            ("第 3.", "第 3."),
        ] {
            assert_eq!(without_amounts(sentence), expected);
        }
    }
}
