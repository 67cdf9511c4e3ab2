//! The packed list against the `psl` crate, by what both make of hosts.

use fairlead_gatekeeper::{Origin, is_public_suffix, site_of};
use std::path::PathBuf;
use std::process::Command;

const HOSTS: u64 = 200_000;

/// The list that the locked `psl` crate was made from, one rule a line.
#[cfg(test)]
fn rules() -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let psl = packages.iter().find(|package| package["name"] == "psl").unwrap();
    let list = PathBuf::from(psl["manifest_path"].as_str().unwrap()).with_file_name("data/rules.txt");
    std::fs::read_to_string(list).unwrap().lines().map(ascii).collect()
}

#[cfg(test)]
fn ascii(rule: &str) -> String {
    let bare = rule.trim_start_matches('!');
    format!("{}{}", &rule[..rule.len() - bare.len()], idna::domain_to_ascii(bare).unwrap())
}

#[cfg(test)]
fn same_as_psl(host: &str) {
    let origin = Origin::parse(&format!("https://{host}")).unwrap();
    assert_eq!(site_of(&origin).domain(), psl::domain_str(host).unwrap_or(host));
    assert_eq!(is_public_suffix(host), psl::domain_str(host).is_none(), "{host}");
}

#[test]
fn the_packed_list_has_as_many_rules_as_that_of_psl() {
    let packed = include_str!("../data/suffixes.txt");
    let held = packed.chars().filter(|c| ('A'..='`').contains(c)).count();
    // One of a single label has no entry.
    let wanted = rules().iter().filter(|rule| rule.contains('.')).count();
    assert!(wanted > 8_000);
    assert_eq!(held, wanted, "run `cargo xtask data`");
    assert!(packed.len() <= 80_000, "{} bytes", packed.len());
}

#[test]
fn at_and_below_every_rule_the_suffix_is_that_of_psl() {
    for rule in rules() {
        let rule = rule.trim_start_matches('!').replace('*', "any");
        for below in ["", "a.", "b.a.", "city.any."] {
            same_as_psl(&format!("{below}{rule}"));
        }
    }
}

#[test]
fn the_suffix_of_any_host_is_that_of_psl() {
    let rules = rules();
    // A number at the end would be an address of IPv4.
    let is_label = |label: &&str| label.starts_with(|c: char| c.is_ascii_alphabetic());
    let labels: Vec<&str> = rules.iter().flat_map(|rule| rule.split('.')).filter(is_label).collect();
    for seed in 0..HOSTS {
        let mut state = seed;
        let mut pick = |bound: usize| {
            // SplitMix64: every seed gives its own host.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(bound).unwrap()).unwrap()
        };
        let host = (0..=pick(5)).map(|_| labels[pick(labels.len())]).collect::<Vec<_>>().join(".");
        same_as_psl(&host);
    }
}
