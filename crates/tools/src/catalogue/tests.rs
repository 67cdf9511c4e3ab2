use super::*;
use crate::generation::{generation, specs};
use serde_json::json;

fn check(name: &str, arguments: Value) -> Result<Tool, String> {
    parse(descriptor(name).unwrap(), &arguments).map_err(|error| error.to_string())
}

#[test]
fn names_are_unique_and_legal_for_every_provider() {
    for (at, one) in catalogue().enumerate() {
        assert!(one.name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", one.name);
        assert!(catalogue().skip(at + 1).all(|other| other.name != one.name), "{}", one.name);
    }
}

#[test]
fn a_write_is_never_simply_run_again() {
    for one in catalogue().filter(|one| one.effects == Write) {
        assert_ne!(one.recovery, RetrySafe, "{}", one.name);
    }
}

#[test]
fn what_runs_beside_others_changes_nothing_and_may_be_run_again() {
    let beside = catalogue().filter(|one| one.company == Company::Beside);
    let names: Vec<&str> = beside.clone().map(|one| one.name).collect();
    assert_eq!(
        names,
        ["tabs_list", "read_page", "find_in_page", "extract", "get_selection", "extract_table", "delegate"]
    );
    for one in beside {
        assert_eq!((one.effects, one.recovery), (Read, RetrySafe), "{}", one.name);
    }
}

#[test]
fn wrong_arguments_name_the_field_and_what_it_takes() {
    assert_eq!(
        check("click", json!({"element": "Buy"})).unwrap_err(),
        "`ref` is missing: a ref as the snapshot wrote it, such as s1f3_12"
    );
    assert_eq!(
        check("click", json!({"element": "Buy", "ref": 3})).unwrap_err(),
        "`ref` must be a ref as the snapshot wrote it, such as s1f3_12, not a number (3)"
    );
    assert_eq!(
        check("tabs_list", json!({"all": true})).unwrap_err(),
        "unknown field `all`; this tool takes no arguments"
    );
    assert_eq!(check("read_page", json!([])).unwrap_err(), "arguments must be one JSON object, not a list");
    assert_eq!(
        check("read_page", json!({"mode": "fast"})).unwrap_err(),
        "`mode` must be `snapshot` or `article`, not a text (\"fast\")"
    );
}

#[test]
fn left_out_arguments_have_their_documented_meaning() {
    assert_eq!(
        check("type", json!({"element": "Name", "ref": "[ref=s1_2]", "text": "Ada"})).unwrap(),
        Tool::Type(Type {
            element: "Name".into(),
            target: fairlead_protocol::ids::ElementRef::new("s1_2"),
            text: "Ada".into(),
            mode: fairlead_protocol::page::TypeMode::Replace,
            submit: false,
            slowly: false,
            tab: None,
        })
    );
}

#[test]
fn each_description_says_more_than_what_a_tool_does_and_stays_short() {
    for one in catalogue() {
        assert!(one.description.matches(['.', ';']).count() >= 2, "{}", one.name);
        assert!(one.description.chars().count() <= 320, "{}", one.name);
    }
}

#[test]
fn the_generation_is_one_digest_of_the_whole_table() {
    assert_eq!(generation(), generation());
    assert_eq!(generation().as_str().len(), 64);
}

#[test]
fn schemas_are_closed_objects_that_describe_each_field() {
    for spec in specs() {
        assert_eq!(spec.schema["additionalProperties"], json!(false), "{}", spec.name);
        for (field, schema) in spec.schema["properties"].as_object().unwrap() {
            assert!(schema["description"].is_string(), "{}.{field}", spec.name);
        }
    }
}
