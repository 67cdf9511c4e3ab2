use super::*;

fn lines(text: &str) -> Vec<(String, String, Option<String>)> {
    Snapshot::parse(text)
        .iter()
        .map(|(_, node)| (node.role.clone(), node.name.clone(), node.reference.clone()))
        .collect()
}

#[test]
fn a_line_gives_role_name_states_and_ref() {
    let tree =
        Snapshot::parse(r#"- textbox "Your \"full\" name" [required] [value="Ada [L]"] [ref=s1a2b_12]"#);
    let (_, node) = tree.iter().next().unwrap();
    assert_eq!((node.role.as_str(), node.name.as_str()), ("textbox", r#"Your "full" name"#));
    assert!(node.has_state("required"));
    assert_eq!(node.reference.as_deref(), Some("s1a2b_12"));
}

#[test]
fn text_is_read_with_and_without_dash_and_quotes() {
    let wanted = ("text".to_owned(), "$39.90".to_owned(), None);
    for line in
        [r#"- text "$39.90""#, r#"text "$39.90""#, "- text: $39.90", "text: $39.90", r#"  - text: "$39.90""#]
    {
        assert_eq!(lines(line), std::slice::from_ref(&wanted), "{line}");
    }
}

#[test]
fn fences_headers_and_prose_are_not_nodes() {
    let text = "<<page 7f3a>>\nURL: http://shop.test/\nTitle: Shop\n\nThis button adds the item.\n- not a node at all\n<<end 7f3a>>";
    assert!(Snapshot::parse(text).is_empty());
}

#[test]
fn indentation_makes_the_tree() {
    let tree = Snapshot::parse(
        "- list \"Products\"\n  - listitem\n    - heading \"A\"\n  - listitem\n    - heading \"B\"",
    );
    let items: Vec<String> = tree
        .iter()
        .filter(|(_, n)| n.role == "listitem")
        .map(|(id, _)| text_of(tree.subtree(id)).trim().to_owned())
        .collect();
    assert_eq!(items, ["A", "B"]);
}

#[test]
fn struck_text_is_not_part_of_what_a_page_says() {
    let tree = Snapshot::parse("- listitem\n  - deletion \"$89.00\"\n  - text \"$64.00\"");
    let (root, _) = tree.iter().next().unwrap();
    assert_eq!(text_of(tree.subtree(root)).trim(), "$64.00");
}

#[test]
fn a_sentence_of_the_tool_with_a_quotation_is_no_node() {
    for line in
        ["stale_ref: \"Add to cart\" is gone", "clicked \"Add to cart\" [ref=s1_2]", "covered [by a dialog]"]
    {
        assert!(!is_node_line(line), "{line}");
    }
}

#[test]
fn a_list_names_its_choices() {
    let tree = Snapshot::parse(
        "- combobox \"Country\" [required] [value=\"Choose…\"] [options: \"A [b]\", \"Peru\", … 3 more] [ref=s1_2]",
    );
    let (_, node) = tree.iter().next().unwrap();
    assert_eq!((node.value(), node.reference.as_deref()), (Some("Choose…"), Some("s1_2")));
    assert_eq!((node.offers("Peru"), node.offers("Chile")), (Some(true), Some(false)));
}

#[test]
fn matches_are_marked_without_losing_their_place() {
    let found = "2 matches for \"b\":\n  - list \"L\"\n    - listitem\n>     - heading \"B\"\n      - text \"after\"\n\n>   - listitem \"b\"";
    let tree = Snapshot::parse(found);
    let items: Vec<String> = tree
        .iter()
        .filter(|(_, n)| n.role == "listitem")
        .map(|(id, _)| text_of(tree.subtree(id)).split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(items, ["B after", "b"]);
}
