//! The Public Suffix List, packed. It is the one that the locked `psl` crate carries; its form is described where it is read.

use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::Program;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// `A` says that nothing is shared; a host name has none of the characters up to here.
const LEAST: u8 = b'A';
const MOST: u8 = b'`';

pub(super) fn table(place: &Place) -> Result<String> {
    packed(&place::read(&list(place)?)?)
}

fn list(place: &Place) -> Result<PathBuf> {
    let text = Program::cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .in_dir(&place.root)
        .output()?;
    let metadata: Value =
        serde_json::from_str(&text).map_err(|why| Error::malformed("cargo metadata", why))?;
    let packages = metadata.get("packages").and_then(Value::as_array).into_iter().flatten();
    packages
        .filter(|package| package.get("name").and_then(Value::as_str) == Some("psl"))
        .find_map(|psl| psl.get("manifest_path")?.as_str())
        .map(|manifest| Path::new(manifest).with_file_name("data").join("rules.txt"))
        .ok_or_else(|| Error::missing("psl", "it is a dependency of the gatekeeper's tests"))
}

fn packed(list: &str) -> Result<String> {
    let mut rules = Vec::new();
    for line in list.lines().filter(|line| line.contains('.')) {
        let (sign, name) = line.strip_prefix('!').map_or(("", line), |name| ("!", name));
        let ascii = idna::domain_to_ascii(name).map_err(|why| Error::malformed(line, why))?;
        let mut labels: Vec<&str> = ascii.split('.').collect();
        let first = [sign, labels.first().copied().unwrap_or_default()].concat();
        if let Some(label) = labels.first_mut() {
            *label = &first;
        }
        labels.reverse();
        rules.push(labels.join("."));
    }
    rules.sort();
    let mut packed = String::new();
    let mut before = "";
    for rule in &rules {
        let most = usize::from(MOST - LEAST);
        let shared = before.bytes().zip(rule.bytes()).take(most).take_while(|(a, b)| a == b).count();
        packed.extend(u8::try_from(shared).map(|shared| char::from(LEAST + shared)));
        packed.push_str(rule.get(shared..).unwrap_or_default());
        before = rule;
    }
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn rules_are_packed_from_the_right_each_with_what_it_shares() {
        let list = "com\nco.uk\norg.uk\n*.ck\n!www.ck\nexample.co.uk\n";
        assert_eq!(packed(list).unwrap(), "Ack.!wwwD*Auk.coF.exampleDorg");
    }
}
