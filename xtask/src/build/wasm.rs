//! The engine: cargo, then wasm-bindgen, then wasm-opt. The glue becomes a factory, because a trapped instance is thrown away
//! whole and wasm-bindgen's own glue keeps one instance in its module for ever.

use crate::build::recipe::{EngineRecipe, Recipe};
use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::Program;
use crate::setup::packages::{self, fingerprint};
use crate::setup::{bindgen, wasm_target};
use std::path::PathBuf;

pub(crate) struct Engine {
    pub(crate) wasm: PathBuf,
    /// The module that `fairlead-engine` stands for in the sources.
    pub(crate) glue: PathBuf,
}

pub(crate) fn build(place: &Place, recipe: &Recipe) -> Result<Engine> {
    let engine = &recipe.engine;
    let toolchain = wasm_target::ready(place)?;
    let bindgen = bindgen::ready(place)?;

    toolchain
        .cargo()
        .args(["build", "--package", &engine.package, "--target", &engine.target])
        .args(["--profile", &engine.profile])
        .env("CARGO_ENCODED_RUSTFLAGS", flags(engine))
        .in_dir(&place.root)
        .run()?;
    let file = format!("{}.wasm", engine.package.replace('-', "_"));
    let raw = place.target.join(&engine.target).join(profile_folder(&engine.profile)).join(file);

    let dir = place.root.join("target").join(&engine.out_dir);
    let built = Engine {
        wasm: dir.join(format!("{}.wasm", engine.out_name)),
        glue: dir.join(format!("{}.js", engine.out_name)),
    };
    let stamp = dir.join("built-from");
    let wanted = format!("{} {:?}", fingerprint(&place::read_bytes(&raw)?), recipe.optimise.wasm_opt);
    if place::read(&stamp).is_ok_and(|from| from == wanted) && built.wasm.exists() && built.glue.exists() {
        return Ok(built);
    }

    let loose = dir.join("bindgen");
    place::fresh_dir(&loose)?;
    Program::new(bindgen.program())
        .args(["--target", "no-modules", "--no-modules-global", "engine", "--omit-default-module-path"])
        .args(["--remove-producers-section", "--out-name", &engine.out_name])
        .arg("--out-dir")
        .arg(&loose)
        .arg(&raw)
        .run()?;
    let of = |ending: &str| loose.join(format!("{}{ending}", engine.out_name));
    place::write(&built.glue, factory(&place::read(&of(".js"))?)?)?;
    place::write(&dir.join(format!("{}.d.ts", engine.out_name)), declaration(&place::read(&of(".d.ts"))?))?;

    packages::program(place, "binaryen/bin/wasm-opt")
        .args(&recipe.optimise.wasm_opt)
        .arg(of("_bg.wasm"))
        .arg("-o")
        .arg(&built.wasm)
        .run()?;
    place::write(&stamp, wanted)?;
    Ok(built)
}

/// As cargo takes them from its environment: divided by a character that no flag has.
fn flags(engine: &EngineRecipe) -> String {
    let flags: Vec<String> = nameless_paths().into_iter().chain(engine.rustflags.iter().cloned()).collect();
    flags.join("\u{1f}")
}

/// Messages of panics name the files of dependencies. Whose home they were built in is nobody's affair, and two machines make
/// the same bytes.
fn nameless_paths() -> Option<String> {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    home.map(|home| format!("--remap-path-prefix={}=cargo", home.display()))
}

fn profile_folder(profile: &str) -> &str {
    if profile == "dev" { "debug" } else { profile }
}

/// Each call makes glue of its own, with its own instance and its own table of objects.
fn factory(glue: &str) -> Result<String> {
    if !glue.contains("let engine =") {
        return Err(Error::malformed(
            "wasm-bindgen's glue",
            "it does not declare the global it was asked for",
        ));
    }
    Ok(format!("export function makeEngine() {{\n{glue}\nreturn engine;\n}}\n"))
}

/// The classes lie in the glue's namespace; a module names them as types of its own.
fn declaration(glue: &str) -> String {
    let classes = glue
        .lines()
        .filter_map(|line| {
            line.trim().strip_prefix("export class ")?.split(|letter: char| !letter.is_alphanumeric()).next()
        })
        .fold(String::new(), |types, class| format!("{types}export type {class} = engine.{class};\n"));
    format!(
        "{glue}\n{classes}\n/** Each call makes a separate engine: a trapped one is dropped whole. */\n\
         export function makeEngine(): typeof engine;\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{declaration, factory};

    #[test]
    fn the_glue_becomes_a_factory() {
        let module = factory("let engine = (function() { return 1; })();").unwrap();
        assert!(module.starts_with("export function makeEngine() {"));
        assert!(module.trim_end().ends_with("return engine;\n}"));
    }

    #[test]
    fn glue_of_another_shape_is_refused() {
        assert!(factory("export default 1;").is_err());
    }

    #[test]
    fn the_declaration_names_the_factory_and_the_classes() {
        let declared = declaration("declare namespace engine {\n    export class Engine {\n    }\n}\n");
        assert!(declared.contains("export function makeEngine(): typeof engine;"));
        assert!(declared.contains("\nexport type Engine = engine.Engine;\n"));
    }
}
