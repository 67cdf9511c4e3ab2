//! One corpus of cases, run by the crate it is about. `FAIRLEAD_CASES` adds a folder of the same form.

use crate::error::{Error, Result};
use crate::place::Place;
use crate::process::Program;

struct Corpus {
    kind: &'static str,
    package: &'static str,
}

const CORPORA: [Corpus; 3] = [
    Corpus { kind: "evidence", package: "fairlead-evidence" },
    Corpus { kind: "gatekeeper", package: "fairlead-gatekeeper" },
    Corpus { kind: "provider", package: "fairlead-providers" },
];

/// Each of them has an example of this name.
const EXAMPLE: &str = "cases";

pub(crate) fn run(place: &Place, kind: &str) -> Result<()> {
    let corpus = CORPORA.iter().find(|corpus| corpus.kind == kind).ok_or_else(|| {
        let kinds: Vec<&str> = CORPORA.iter().map(|corpus| corpus.kind).collect();
        Error::Usage(format!("no corpus `{kind}` can be run; there are {}", kinds.join(", ")))
    })?;
    Program::cargo()
        .args(["run", "--quiet", "--package", corpus.package, "--example", EXAMPLE])
        .in_dir(&place.root)
        .run()
}
