//! Under which terms dependencies come, and from where: `deny.toml` over `cargo metadata` and the npm lock file. Works offline;
//! advisories are looked at too where `cargo deny` and its database are installed.

use crate::check::terms::allowed;
use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::Program;
use serde::Deserialize;
use std::collections::BTreeMap;

const NPM_REGISTRY: &str = "https://registry.npmjs.org/";

/// The part of cargo-deny's configuration that is read here; the rest is for cargo-deny.
#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
    sources: Sources,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    package: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Banned>,
}

#[derive(Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    package: String,
    reason: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// Absent for what lies in the repository.
    source: Option<String>,
}

#[derive(Deserialize)]
struct NpmLock {
    packages: BTreeMap<String, NpmPackage>,
}

#[derive(Deserialize)]
struct NpmPackage {
    license: Option<String>,
    resolved: Option<String>,
}

pub(crate) fn check(place: &Place) -> Result<()> {
    let deny: Deny = toml::from_str(&place::read(&place.root.join("deny.toml"))?)
        .map_err(|why| Error::malformed("deny.toml", why))?;
    let text = Program::cargo()
        .args(["metadata", "--format-version", "1", "--locked"])
        .in_dir(&place.root)
        .output()?;
    let metadata: Metadata =
        serde_json::from_str(&text).map_err(|why| Error::malformed("cargo metadata", why))?;
    let lock: NpmLock =
        serde_json::from_value(place::read_json(&place.extension().join("package-lock.json"))?)
            .map_err(|why| Error::malformed("package-lock.json", why))?;
    let mut findings = of_cargo(&deny, &metadata);
    findings.extend(of_npm(&deny, &lock));
    Error::unless_clean("terms or sources that deny.toml does not allow", findings)?;
    println!("licences: {} crates and {} npm packages", metadata.packages.len(), lock.packages.len());
    advisories(place)
}

fn of_cargo(deny: &Deny, metadata: &Metadata) -> Vec<String> {
    let mut found = Vec::new();
    for package in &metadata.packages {
        let label = format!("{} {}", package.name, package.version);
        found.extend(terms(deny, &package.name, &label, package.license.as_deref()));
        if let Some(source) = &package.source
            && !deny.sources.allow_registry.iter().any(|registry| source == &format!("registry+{registry}"))
        {
            found.push(format!("{label} comes from {source}"));
        }
        let banned = deny.bans.deny.iter().find(|banned| banned.package == package.name);
        found.extend(banned.map(|banned| format!("{label} is not wanted: {}", banned.reason)));
    }
    found
}

fn of_npm(deny: &Deny, lock: &NpmLock) -> Vec<String> {
    let mut found = Vec::new();
    for (path, package) in &lock.packages {
        let name = path.rsplit("node_modules/").next().unwrap_or_default();
        found.extend(terms(deny, name, path, package.license.as_deref()));
        // A host of one machine's own registry would break every other machine.
        if let Some(address) = package.resolved.as_ref().filter(|address| !address.starts_with(NPM_REGISTRY))
        {
            found.push(format!("{path} comes from {address}"));
        }
    }
    found
}

fn terms(deny: &Deny, name: &str, label: &str, licence: Option<&str>) -> Option<String> {
    let Some(licence) = licence else { return Some(format!("{label} names no licence")) };
    let exception = deny.licenses.exceptions.iter().find(|exception| exception.package == name);
    let met =
        allowed(licence, &deny.licenses.allow) || exception.is_some_and(|it| allowed(licence, &it.allow));
    (!met).then(|| format!("{label} is under {licence}"))
}

/// The database is not ours to download here; where somebody has it, it is used.
fn advisories(place: &Place) -> Result<()> {
    if Program::cargo().args(["deny", "--version"]).quiet().is_err() {
        println!("licences: advisories were not looked at; install cargo-deny to have them checked");
        return Ok(());
    }
    Program::cargo().args(["deny", "--offline", "check", "advisories"]).in_dir(&place.root).run()
}

#[cfg(test)]
mod tests {
    use super::{Deny, Metadata, NpmLock, of_cargo, of_npm};
    use serde_json::json;

    const DENY: &str = r#"
        [licenses]
        allow = ["MIT"]
        exceptions = [{ crate = "odd", allow = ["MPL-2.0"] }]
        [sources]
        allow-registry = ["https://example/index"]
        [bans]
        deny = [{ crate = "heavy", reason = "2 MB of wasm" }]
    "#;

    fn cargo(name: &str, licence: &str, source: &str) -> Vec<String> {
        let deny: Deny = toml::from_str(DENY).unwrap();
        let package = json!({ "name": name, "version": "1.0.0", "license": licence, "source": source });
        let metadata: Metadata = serde_json::from_value(json!({ "packages": [package] })).unwrap();
        of_cargo(&deny, &metadata)
    }

    fn npm(name: &str, package: serde_json::Value) -> Vec<String> {
        let deny: Deny = toml::from_str(DENY).unwrap();
        let path = format!("node_modules/{name}");
        let lock: NpmLock = serde_json::from_value(json!({ "packages": { path: package } })).unwrap();
        of_npm(&deny, &lock)
    }

    #[test]
    fn a_crate_under_allowed_terms_from_the_allowed_registry_passes() {
        assert_eq!(cargo("a", "MIT OR GPL-3.0", "registry+https://example/index"), [""; 0]);
    }

    #[test]
    fn terms_sources_and_bans_are_each_found() {
        assert_eq!(cargo("a", "GPL-3.0", "registry+https://example/index"), ["a 1.0.0 is under GPL-3.0"]);
        assert_eq!(cargo("a", "MIT", "git+https://example/a"), ["a 1.0.0 comes from git+https://example/a"]);
        assert_eq!(
            cargo("heavy", "MIT", "registry+https://example/index"),
            ["heavy 1.0.0 is not wanted: 2 MB of wasm"]
        );
    }

    #[test]
    fn an_exception_is_for_one_package() {
        assert_eq!(npm("odd", json!({ "license": "MPL-2.0" })), [""; 0]);
        assert_eq!(npm("even", json!({ "license": "MPL-2.0" })), ["node_modules/even is under MPL-2.0"]);
    }

    #[test]
    fn an_npm_package_without_terms_or_from_another_host_is_found() {
        assert_eq!(npm("a", json!({})), ["node_modules/a names no licence"]);
        assert_eq!(npm("a", json!({ "license": "MIT", "resolved": "http://10.0.0.1/a.tgz" })).len(), 1);
        assert_eq!(
            npm("a", json!({ "license": "MIT", "resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz" })),
            [""; 0]
        );
    }
}
