//! Calls about several elements at once: what each of them is, and how they are judged together.

use fairlead_gatekeeper::{Field, Verdict};
use fairlead_protocol::json::object;
use fairlead_protocol::page::Binding;
use fairlead_protocol::to_json;
use fairlead_tools::{ActionOfBatch, BatchTool, Tool};
use serde_json::Value;

/// What text would go into, in the order of the call.
pub(crate) fn fields(binding: Option<&Binding>) -> Vec<Field> {
    let prints = binding.into_iter().flat_map(|binding| binding.element.iter().chain(&binding.others));
    prints.map(|print| Field { kind: print.kind.clone(), autocomplete: print.autocomplete.clone() }).collect()
}

/// What an approval is bound to: the element, or all of them.
pub(crate) fn bound(binding: Option<&Binding>) -> Value {
    match binding {
        Some(binding) if !binding.others.is_empty() => {
            binding.element.iter().chain(&binding.others).map(to_json::value).collect()
        }
        _ => to_json::value(&binding.and_then(|binding| binding.element.as_ref())),
    }
}

/// A form is as grave to fill as its gravest field; a batch is taken apart by the gatekeeper itself.
pub(crate) fn gravest(tool: &Tool, fields: &[Field], judge: impl Fn(Option<Field>) -> Verdict) -> Verdict {
    let first = judge(fields.first().cloned());
    let others = if let Tool::FillForm(_) = tool { fields.get(1..).unwrap_or_default() } else { &[] };
    others.iter().map(|field| judge(Some(field.clone()))).fold(first, graver)
}

fn graver(one: Verdict, other: Verdict) -> Verdict {
    let weight = |verdict: &Verdict| match verdict {
        Verdict::Allow(_) => 0,
        Verdict::Ask(_) => 1,
        Verdict::Deny(_) => 2,
    };
    let flags = |verdict: &Verdict| verdict.grounds().flags.len();
    if (weight(&other), flags(&other)) > (weight(&one), flags(&one)) { other } else { one }
}

/// A batch as the gatekeeper reads one: each item a call of its own, with the field that it is about.
pub(crate) fn items(tool: &Tool, fields: &[Field]) -> Option<Value> {
    let Tool::BatchActions(batch) = tool else { return None };
    let item = |(at, action): (usize, &ActionOfBatch)| {
        let (name, params) = match action.tool {
            BatchTool::Click => ("click", object([("ref", action.target.as_str().into())])),
            BatchTool::Type => ("type", object([("text", action.text.clone().unwrap_or_default().into())])),
            BatchTool::SelectOption => {
                ("select_option", object([("options", action.options.clone().unwrap_or_default().into())]))
            }
        };
        let field = fields.get(at).map(|field| {
            object([("type", field.kind.clone().into()), ("autocomplete", field.autocomplete.clone().into())])
        });
        object([("tool", name.into()), ("params", params), ("field", field.into())])
    };
    Some(object([("actions", batch.actions.iter().enumerate().map(item).collect())]))
}

#[cfg(test)]
mod tests {
    use super::{bound, fields, gravest, items};
    use fairlead_gatekeeper::{Field, Grounds, Reason, Verdict};
    use fairlead_protocol::ids::{DocumentId, ElementRef};
    use fairlead_protocol::page::{Binding, ElementPrint};
    use fairlead_tools::{ActionOfBatch, BatchActions, BatchTool, FieldOfForm, FillForm, Tool};
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

    fn judged(field: Option<Field>) -> Verdict {
        match field.map(|field| field.kind).as_deref() {
            Some("password") => Verdict::Deny(Grounds::bare(Reason::NoTarget)),
            Some("email") => Verdict::Ask(Grounds::bare(Reason::PolicyAlways)),
            _ => Verdict::Allow(Grounds::bare(Reason::PolicyAlways)),
        }
    }

    #[test]
    fn a_form_is_as_grave_as_its_gravest_field_wherever_it_stands() {
        let form = Tool::FillForm(FillForm { fields: Vec::<FieldOfForm>::new(), tab: None });
        let verdict = |first, others: &[&str]| gravest(&form, &fields(Some(&binding(first, others))), judged);
        assert!(matches!(verdict("text", &["text"]), Verdict::Allow(_)));
        assert!(matches!(verdict("text", &["text", "email"]), Verdict::Ask(_)));
        assert!(matches!(verdict("email", &["password", "text"]), Verdict::Deny(_)));
    }

    #[test]
    fn an_approval_is_bound_to_every_element_of_a_call() {
        assert_eq!(bound(None), json!(null));
        assert_eq!(bound(Some(&binding("text", &[])))["kind"], "text");
        assert_ne!(bound(Some(&binding("text", &["a"]))), bound(Some(&binding("text", &["b"]))));
    }

    #[test]
    fn each_item_of_a_batch_is_judged_with_its_own_field() {
        let action = |tool, text: Option<&str>| ActionOfBatch {
            tool,
            element: "x".to_owned(),
            target: ElementRef::new("s1_1"),
            text: text.map(str::to_owned),
            options: None,
        };
        let actions = vec![action(BatchTool::Click, None), action(BatchTool::Type, Some("hi"))];
        let batch = Tool::BatchActions(BatchActions { actions, tab: None });
        let items = items(&batch, &fields(Some(&binding("submit", &["tel"])))).unwrap();
        assert_eq!(
            items["actions"][1],
            json!({"tool": "type", "params": {"text": "hi"}, "field": {"type": "tel", "autocomplete": ""}})
        );
        assert_eq!(items["actions"][0]["field"]["type"], "submit");
    }
}
