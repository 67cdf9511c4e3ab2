//! Calls about several elements at once: what each of them is, and how they are judged and agreed on together.

use fairlead_gatekeeper::{Call, Field, Origin, Verdict};
use fairlead_protocol::canonical;
use fairlead_protocol::json::object;
use fairlead_protocol::page::{Binding, ElementPrint};
use fairlead_protocol::to_json;
use fairlead_tools::{ActionOfBatch, BatchTool, Tool, descriptor, parse};
use serde_json::Value;

/// What text would go into, in the order of the call.
pub(crate) fn fields(binding: Option<&Binding>) -> Vec<Field> {
    let prints = binding.into_iter().flat_map(|binding| binding.element.iter().chain(&binding.others));
    prints
        .map(|print| Field {
            kind: print.kind.clone(),
            autocomplete: print.autocomplete.clone(),
            label: [print.name.as_str(), &print.label, &print.placeholder].join("\n"),
        })
        .collect()
}

/// Where the call sends a form, if that is another origin than the one that holds it: a second place that is written to.
pub(crate) fn form_origin(call: &Call, binding: &Binding) -> Option<String> {
    let own = binding.frame.as_ref().unwrap_or(&binding.origin);
    let mut prints = binding.element.iter().chain(&binding.others).filter(|print| sends(call, print));
    prints.find_map(|print| Origin::parse(&print.destination).map(|to| to.to_string()).filter(|to| to != own))
}

/// A press of a button that submits, or Enter in a field.
fn sends(call: &Call, print: &ElementPrint) -> bool {
    let is_button = matches!(print.kind.as_str(), "submit" | "image");
    let param = |name: &str| call.params.get(name);
    match call.tool.as_str() {
        "click" | "click_trusted" | "batch_actions" => is_button,
        "type" | "type_trusted" => param("submit").and_then(Value::as_bool) == Some(true),
        "press_key" => is_button || param("key").and_then(Value::as_str) == Some("Enter"),
        _ => false,
    }
}

/// What an approval is bound to: the element, or all of them.
pub(crate) fn prints(binding: Option<&Binding>) -> Value {
    match binding {
        Some(binding) if !binding.others.is_empty() => {
            binding.element.iter().chain(&binding.others).map(to_json::value).collect()
        }
        _ => to_json::value(&binding.and_then(|binding| binding.element.as_ref())),
    }
}

/// The same, to be compared.
pub(crate) fn bound(binding: Option<&Binding>) -> String {
    canonical::text(&prints(binding))
}

/// Of two verdicts of the same weight the one that has more to show a person.
pub(crate) fn is_graver(one: &Verdict, other: &Verdict) -> bool {
    let weight = |verdict: &Verdict| match verdict {
        Verdict::Allow(_) => 0,
        Verdict::Ask(_) => 1,
        Verdict::Deny(_) => 2,
    };
    (weight(one), one.grounds().flags.len()) > (weight(other), other.grounds().flags.len())
}

/// The arguments as the gatekeeper reads them: each item of a batch is a call of its own, with the field that it is about, and a form
/// says what it carries as any field does.
pub(crate) fn params(tool: &str, arguments: &Value, binding: Option<&Binding>) -> Value {
    let declared = descriptor(tool).filter(|one| matches!(one.name, "batch_actions" | "fill_form"));
    match declared.and_then(|declared| parse(declared, arguments).ok()) {
        Some(Tool::FillForm(form)) => {
            let values = form.fields.into_iter().map(|field| Value::from(field.value));
            object([("values", values.collect())])
        }
        Some(Tool::BatchActions(batch)) => {
            let mut fields = fields(binding).into_iter();
            let items = batch.actions.iter().map(|action| item(action, fields.next()));
            object([("actions", items.collect())])
        }
        _ => arguments.clone(),
    }
}

/// What the items of a batch type, one after the other.
pub(crate) fn typed(actions: Vec<ActionOfBatch>) -> String {
    let typing = actions.into_iter().filter(|action| action.tool == BatchTool::Type);
    typing.filter_map(|action| action.text).collect()
}

fn item(action: &ActionOfBatch, field: Option<Field>) -> Value {
    let target = ("ref", Value::from(action.target.as_str()));
    let (name, params) = match action.tool {
        BatchTool::Click => ("click", object([target])),
        BatchTool::Type => {
            ("type", object([target, ("text", action.text.clone().unwrap_or_default().into())]))
        }
        BatchTool::SelectOption => (
            "select_option",
            object([target, ("options", action.options.clone().unwrap_or_default().into())]),
        ),
    };
    let field = field.map(|field| {
        object([
            ("type", field.kind.into()),
            ("autocomplete", field.autocomplete.into()),
            ("label", field.label.into()),
        ])
    });
    object([("tool", name.into()), ("params", params), ("field", field.into())])
}

#[cfg(test)]
mod tests {
    use super::{bound, is_graver, params, prints};
    use fairlead_gatekeeper::{Grounds, Reason, Verdict};
    use fairlead_protocol::ids::DocumentId;
    use fairlead_protocol::page::{Binding, ElementPrint};
    use serde_json::json;

    fn print(kind: &str) -> ElementPrint {
        ElementPrint { kind: kind.to_owned(), ..ElementPrint::default() }
    }

    fn binding(first: &str, others: &[&str]) -> Binding {
        Binding {
            document: DocumentId::new("d"),
            origin: "https://shop.example".to_owned(),
            frame: None,
            element: Some(print(first)),
            others: others.iter().map(|kind| print(kind)).collect(),
        }
    }

    #[test]
    fn what_is_graver_asks_for_more() {
        let bare = || Grounds {
            reason: Reason::PolicyAlways,
            flags: Vec::new(),
            forced: Vec::new(),
            rule: None,
            payload: Vec::new(),
            places: Vec::new(),
            dispatch_url: None,
        };
        let (allow, ask, deny) = (Verdict::Allow(bare()), Verdict::Ask(bare()), Verdict::Deny(bare()));
        assert!(is_graver(&ask, &allow) && is_graver(&deny, &ask) && is_graver(&deny, &allow));
        assert!(!is_graver(&ask, &ask) && !is_graver(&allow, &deny));
    }

    #[test]
    fn an_approval_is_bound_to_every_element_of_a_call() {
        assert_eq!(bound(None), "null");
        assert_eq!(prints(Some(&binding("text", &[])))["kind"], "text");
        assert_ne!(bound(Some(&binding("text", &["a"]))), bound(Some(&binding("text", &["b"]))));
    }

    #[test]
    fn each_item_of_a_batch_is_judged_with_its_own_field() {
        let actions = json!({"actions": [
            {"tool": "click", "element": "x", "ref": "s1_1"},
            {"tool": "type", "element": "y", "ref": "s1_2", "text": "hi"},
        ]});
        let items = params("batch_actions", &actions, Some(&binding("submit", &["tel"])));
        assert_eq!(
            items["actions"][1],
            json!({"tool": "type", "params": {"ref": "s1_2", "text": "hi"}, "field": {"type": "tel", "autocomplete": "", "label": "\n\n"}})
        );
        assert_eq!(items["actions"][0]["field"]["type"], "submit");
        assert_eq!(params("click", &actions, None), actions);
        let form = json!({"fields": [{"element": "x", "ref": "s1_1", "value": "a"}]});
        assert_eq!(params("fill_form", &form, None), json!({"values": ["a"]}));
    }
}
