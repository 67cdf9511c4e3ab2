//! JSON with one thing changed at a random place: a field that is missing, unknown or null, a value of another kind, a word that is
//! none, a number that does not fit.

use crate::sampling::Dice;
use serde_json::{Value, json};

pub(crate) fn of(sample: &Value, dice: &mut Dice) -> Value {
    let mut mutant = sample.clone();
    let places = count(&mutant);
    let mut at = dice.below(places);
    change(&mut mutant, &mut at, dice);
    mutant
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Finds the place by counting down, and changes what is there.
fn change(value: &mut Value, at: &mut usize, dice: &mut Dice) -> bool {
    if *at == 0 {
        mutate(value, dice);
        return true;
    }
    *at -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| change(item, at, dice)),
        Value::Object(fields) => fields.values_mut().any(|item| change(item, at, dice)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn mutate(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(fields) if dice.below(8) > 0 => {
            let names: Vec<String> = fields.keys().cloned().collect();
            // What stands alone may be a tag.
            if names.is_empty() || (names.len() > 1 && dice.below(3) == 0) {
                fields.insert("surplus".to_owned(), json!(1));
            } else if dice.below(2) == 0 {
                fields.remove(dice.pick(&names));
            } else {
                fields.insert(dice.pick(&names).clone(), Value::Null);
            }
        }
        Value::Array(items) if dice.below(2) == 0 => items.push(json!({"surplus": 1})),
        Value::Number(_) if dice.below(2) == 0 => *value = number(dice),
        _ => *value = another(dice),
    }
}

fn number(dice: &mut Dice) -> Value {
    let numbers = [
        json!(-1),
        json!(1.0),
        json!(0.5),
        json!(1e300),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(4_294_967_296_u64),
    ];
    dice.pick(&numbers).clone()
}

/// Of another kind; never what serde takes and we do not, see the differences that are meant.
fn another(dice: &mut Dice) -> Value {
    let others = [json!(null), json!("surplus"), json!(-3), json!(true)];
    dice.pick(&others).clone()
}
