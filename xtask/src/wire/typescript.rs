//! Shapes as TypeScript types, one exported name each.

use crate::wire::shape::{Field, Named, Presence, Schema, Shape};
use std::fmt::Write as _;

const HEAD: &str = "\
// Generated from crates/protocol by `cargo xtask wire`; changes here are lost.
// Everything that crosses a boundary of the extension, as it looks in JSON.
";

pub(crate) fn render(schema: &Schema) -> String {
    let mut out = HEAD.to_owned();
    for named in &schema.types {
        out.push('\n');
        out.push_str(&one(named));
    }
    out.push_str("\n/** Every type by its name, for what takes a name. */\nexport interface ByName {\n");
    for named in &schema.types {
        push(&mut out, format_args!("  {0}: {0};\n", named.name));
    }
    out.push_str("}\n");
    out
}

fn one(named: &Named) -> String {
    let mut out = comment(named.doc.as_deref(), "");
    match &named.shape {
        Shape::Object(fields) => {
            push(&mut out, format_args!("export interface {} {}\n", named.name, block(fields, "")));
        }
        Shape::Tagged { tag, variants } => {
            push(&mut out, format_args!("export type {} =", named.name));
            for variant in variants {
                out.push('\n');
                out.push_str(&comment(variant.doc.as_deref(), "  "));
                push(&mut out, format_args!("  | {}", tagged(tag, &variant.value, &variant.fields, "    ")));
            }
            out.push_str(";\n");
        }
        shape => push(&mut out, format_args!("export type {} = {};\n", named.name, expression(shape))),
    }
    out
}

fn tagged(tag: &str, value: &str, fields: &[Field], indent: &str) -> String {
    let head = format!("{}: {}", key(tag), quoted(value));
    if fields.is_empty() {
        return format!("{{ {head} }}");
    }
    if fields.iter().all(|field| field.doc.is_none()) {
        let line = fields.iter().fold(head.clone(), |line, field| format!("{line}; {}", member(field)));
        if line.len() < 110 {
            return format!("{{ {line} }}");
        }
    }
    let body = lines(fields, &format!("{indent}  "));
    format!("{{\n{indent}  {head};\n{body}{indent}}}")
}

fn block(fields: &[Field], indent: &str) -> String {
    if fields.is_empty() {
        return "{}".to_owned();
    }
    format!("{{\n{}{indent}}}", lines(fields, &format!("{indent}  ")))
}

fn lines(fields: &[Field], indent: &str) -> String {
    fields.iter().fold(String::new(), |mut out, field| {
        out.push_str(&comment(field.doc.as_deref(), indent));
        push(&mut out, format_args!("{indent}{};\n", member(field)));
        out
    })
}

fn member(field: &Field) -> String {
    let mark = match field.presence {
        Presence::Always => "",
        // `undefined` is allowed too: it does not survive JSON, so nobody on the other side can tell.
        Presence::MayBeAbsent => "?",
    };
    format!("{}{mark}: {}", key(&field.name), expression(&field.shape))
}

fn expression(shape: &Shape) -> String {
    match shape {
        Shape::Anything => "unknown".to_owned(),
        Shape::Null => "null".to_owned(),
        Shape::Boolean => "boolean".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Number | Shape::Integer | Shape::Natural => "number".to_owned(),
        Shape::OneOf(values) => values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(" | "),
        Shape::Reference(name) => name.clone(),
        Shape::List(item) => format!("{}[]", grouped(item)),
        Shape::Record(value) => format!("Record<string, {}>", expression(value)),
        Shape::Nullable(inner) => format!("{} | null", expression(inner)),
        Shape::Object(fields) => {
            let inside: Vec<String> = fields.iter().map(member).collect();
            if inside.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", inside.join("; ")) }
        }
        Shape::Tagged { tag, variants } => {
            let each = variants.iter().map(|variant| tagged(tag, &variant.value, &variant.fields, ""));
            each.collect::<Vec<_>>().join(" | ")
        }
        Shape::Any(shapes) => shapes.iter().map(expression).collect::<Vec<_>>().join(" | "),
    }
}

fn grouped(shape: &Shape) -> String {
    match shape {
        Shape::OneOf(_) | Shape::Nullable(_) | Shape::Tagged { .. } | Shape::Any(_) => {
            format!("({})", expression(shape))
        }
        Shape::Anything
        | Shape::Null
        | Shape::Boolean
        | Shape::Text
        | Shape::Number
        | Shape::Integer
        | Shape::Natural
        | Shape::Reference(_)
        | Shape::List(_)
        | Shape::Record(_)
        | Shape::Object(_) => expression(shape),
    }
}

fn comment(doc: Option<&str>, indent: &str) -> String {
    let Some(doc) = doc else { return String::new() };
    let text = doc.replace("*/", "* /");
    match text.lines().collect::<Vec<_>>().as_slice() {
        [line] => format!("{indent}/** {line} */\n"),
        many => {
            let body: String =
                many.iter().map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n").collect();
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}

fn key(name: &str) -> String {
    let mut letters = name.chars();
    let plain = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if plain { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = out.write_fmt(text);
}
