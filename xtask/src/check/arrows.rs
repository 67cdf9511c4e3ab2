//! The arrows between our crates, and which of them may touch the browser. The table is the one in ARCHITECTURE.md; a crate that
//! is not in it, or an arrow that it does not have, fails.

use crate::error::{Error, Result};
use crate::place::Place;
use crate::process::Program;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

struct Room {
    name: &'static str,
    imports: &'static [&'static str],
    /// What its tests may import besides.
    in_tests: &'static [&'static str],
}

const ROOMS: [Room; 16] = [
    // A procedural macro: it runs in the compiler, and nothing of it ships. Its tests read the protocol's types both ways.
    Room { name: "derive", imports: &[], in_tests: &["protocol"] },
    Room { name: "protocol", imports: &["derive"], in_tests: &[] },
    Room { name: "gatekeeper", imports: &["protocol"], in_tests: &[] },
    Room { name: "tools", imports: &["protocol"], in_tests: &[] },
    Room { name: "providers", imports: &["protocol"], in_tests: &[] },
    Room { name: "evidence", imports: &["protocol"], in_tests: &[] },
    Room { name: "engine", imports: &["protocol", "gatekeeper", "tools", "evidence"], in_tests: &[] },
    Room { name: "store", imports: &["protocol"], in_tests: &[] },
    Room { name: "store-rexie", imports: &["store", "protocol"], in_tests: &[] },
    Room {
        name: "runtime",
        imports: &["engine", "providers", "store", "tools", "protocol"],
        in_tests: &["sim"],
    },
    Room {
        name: "worker",
        imports: &[
            "protocol",
            "gatekeeper",
            "tools",
            "providers",
            "engine",
            "store",
            "store-rexie",
            "runtime",
        ],
        in_tests: &[],
    },
    Room {
        name: "sim",
        imports: &["protocol", "gatekeeper", "tools", "providers", "engine", "store", "runtime"],
        in_tests: &[],
    },
    // Natively, for whoever looks into a Turn: nothing of it ships.
    Room { name: "replay", imports: &["protocol", "engine"], in_tests: &[] },
    Room { name: "playground", imports: &["protocol"], in_tests: &[] },
    Room {
        name: "scenarios",
        imports: &[
            "protocol",
            "gatekeeper",
            "tools",
            "providers",
            "engine",
            "store",
            "runtime",
            "sim",
            "replay",
            "playground",
        ],
        in_tests: &[],
    },
    Room { name: "xtask", imports: &["protocol"], in_tests: &[] },
];

/// Crates that reach the browser, and the only rooms that may name them.
const BROWSER: [(&str, &[&str]); 10] = [
    ("console_error_panic_hook", &["worker"]),
    ("gloo-net", &["worker"]),
    ("idb", &["store-rexie"]),
    ("js-sys", &["worker", "store-rexie"]),
    ("rexie", &["store-rexie"]),
    ("serde-wasm-bindgen", &["worker", "store-rexie"]),
    ("wasm-bindgen", &["worker", "store-rexie"]),
    ("wasm-bindgen-futures", &["worker", "store-rexie"]),
    ("wasm-bindgen-test", &["worker", "store-rexie"]),
    ("web-sys", &["worker", "store-rexie"]),
];

/// Features of the engine that may not ship, and the crates that may ask for them: deliberate faults, and words that are taken as
/// they were given instead of asking the policy.
const NATIVE: [(&str, &str, &[&str]); 2] = [
    ("faults", "deliberate faults", &["sim", "scenarios"]),
    ("precedents", "words given before", &["replay"]),
];

#[derive(Debug, Deserialize)]
pub(crate) struct Workspace {
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    features: BTreeMap<String, Vec<String>>,
    dependencies: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    name: String,
    features: Vec<String>,
    kind: Option<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Dev,
    Build,
}

impl Workspace {
    pub(crate) fn read(place: &Place) -> Result<Self> {
        let text = Program::cargo()
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .in_dir(&place.root)
            .output()?;
        serde_json::from_str(&text).map_err(|why| Error::malformed("cargo metadata", why))
    }

    #[cfg(test)]
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        self.packages.iter().map(|package| package.name.as_str()).collect()
    }
}

pub(crate) fn check(place: &Place) -> Result<()> {
    Error::unless_clean("arrows that the table does not have", findings(&Workspace::read(place)?))
}

fn findings(workspace: &Workspace) -> Vec<String> {
    let mut found = BTreeSet::new();
    for package in &workspace.packages {
        let name = room_of(&package.name);
        let Some(room) = ROOMS.iter().find(|room| room.name == name) else {
            found.insert(format!("{name} is not in the table"));
            continue;
        };
        for dependency in &package.dependencies {
            found.extend(refused(room, dependency));
        }
        let asked = package.dependencies.iter().flat_map(|dependency| &dependency.features);
        let passed_on = package.features.values().flatten();
        let asked: Vec<&String> = asked.chain(passed_on).collect();
        for (feature, what, rooms) in NATIVE {
            if !rooms.contains(&name) && asked.iter().any(|asked| is_feature(asked, feature)) {
                found.insert(format!("{name} asks for {what}"));
            }
        }
    }
    found.into_iter().collect()
}

fn refused(room: &Room, dependency: &Dependency) -> Option<String> {
    let to = room_of(&dependency.name);
    if let Some((_, rooms)) = BROWSER.iter().find(|(name, _)| *name == dependency.name) {
        return (!rooms.contains(&room.name))
            .then(|| format!("{} names {to}, which reaches the browser", room.name));
    }
    if !ROOMS.iter().any(|other| other.name == to) {
        return None;
    }
    let allowed =
        room.imports.contains(&to) || dependency.kind == Some(Kind::Dev) && room.in_tests.contains(&to);
    (!allowed).then(|| format!("{} -> {to}", room.name))
}

/// The feature, or another crate's of that name.
fn is_feature(asked: &str, feature: &str) -> bool {
    asked.rsplit('/').next() == Some(feature)
}

fn room_of(package: &str) -> &str {
    package.strip_prefix("fairlead-").unwrap_or(package)
}

#[cfg(test)]
mod tests {
    use super::{Dependency, Kind, Package, Workspace, check, findings};
    use crate::place::Place;
    use std::collections::BTreeMap;

    fn one(package: &str, dependency: &str, kind: Option<Kind>) -> Vec<String> {
        found(package, Dependency { name: dependency.to_owned(), features: Vec::new(), kind })
    }

    fn found(package: &str, dependency: Dependency) -> Vec<String> {
        let (name, dependencies) = (package.to_owned(), vec![dependency]);
        findings(&Workspace { packages: vec![Package { name, features: BTreeMap::new(), dependencies }] })
    }

    #[test]
    fn the_workspace_has_no_arrow_that_the_table_does_not_have() {
        check(&Place::find().unwrap()).unwrap();
    }

    #[test]
    fn an_arrow_against_the_grain_is_found() {
        assert_eq!(one("fairlead-protocol", "fairlead-engine", None), ["protocol -> engine"]);
        assert_eq!(one("fairlead-engine", "fairlead-protocol", None), [""; 0]);
    }

    #[test]
    fn an_arrow_for_tests_is_none_for_what_ships() {
        assert_eq!(one("fairlead-runtime", "fairlead-sim", Some(Kind::Dev)), [""; 0]);
        assert_eq!(one("fairlead-runtime", "fairlead-sim", None), ["runtime -> sim"]);
        assert_eq!(one("fairlead-engine", "fairlead-sim", Some(Kind::Dev)), ["engine -> sim"]);
    }

    #[test]
    fn only_the_worker_and_the_browser_s_store_reach_the_browser() {
        assert_eq!(one("fairlead-worker", "gloo-net", None), [""; 0]);
        assert_eq!(
            one("fairlead-store-rexie", "gloo-net", None),
            ["store-rexie names gloo-net, which reaches the browser"]
        );
        assert_eq!(one("fairlead-runtime", "js-sys", Some(Kind::Dev)).len(), 1);
    }

    #[test]
    fn nothing_that_ships_asks_for_deliberate_faults() {
        let faulty = |package| {
            let (name, features) = ("fairlead-engine".to_owned(), vec!["faults".to_owned()]);
            found(package, Dependency { name, features, kind: None })
        };
        assert_eq!(faulty("fairlead-sim"), [""; 0]);
        let given = |package| {
            let (name, features) = ("fairlead-engine".to_owned(), vec!["precedents".to_owned()]);
            found(package, Dependency { name, features, kind: None })
        };
        assert_eq!(given("fairlead-replay"), [""; 0]);
        assert_eq!(given("fairlead-runtime"), ["runtime asks for words given before"]);
        assert_eq!(faulty("fairlead-worker"), ["worker asks for deliberate faults"]);
        let passed_on = vec!["fairlead-engine/faults".to_owned()];
        let runtime = Package {
            name: "fairlead-runtime".to_owned(),
            features: BTreeMap::from([("odd".to_owned(), passed_on)]),
            dependencies: Vec::new(),
        };
        assert_eq!(findings(&Workspace { packages: vec![runtime] }), ["runtime asks for deliberate faults"]);
    }

    #[test]
    fn a_crate_that_nobody_placed_is_found() {
        assert_eq!(one("fairlead-shed", "serde", None), ["shed is not in the table"]);
    }
}
