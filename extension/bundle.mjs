// Bundles what `cargo xtask` names: one JSON argument, a list of groups that share options. It knows no entry of its own, so
// that the list of what ships lies in one place, xtask/src/build/entries.rs.

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

// Preact's support of dangerouslySetInnerHTML is code this extension never wants to have. With it gone the bundles can be
// searched for innerHTML, and a hit is always ours.
const withoutInnerHtml = {
  name: "without-inner-html",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]preact[\\/]dist[\\/]preact\.(m?js|module\.js)$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replaceAll(".innerHTML", ".textContent"), loader: "js" };
    });
  },
};

// Of marked only the lexer is wanted. The ready-made instance at the end of its module runs when the module loads, and holds the
// parser and the renderers in every bundle that imports anything of it; without that end they are left out.
const onlyTheLexer = {
  name: "only-the-lexer",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]marked[\\/]lib[\\/]marked\.esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const instance = source.search(/var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\(/);
      const lexer = /[{,](\w+) as Lexer[,}]/.exec(source)?.[1];
      if (instance < 0 || lexer === undefined) throw new Error("marked's module no longer ends as it did; see only-the-lexer");
      return { contents: `${source.slice(0, instance)}export{${lexer} as Lexer};`, loader: "js" };
    });
  },
};

const shared = {
  absWorkingDir: here,
  bundle: true,
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
  nodePaths: [join(here, "node_modules")],
  // Its path mappings are for the type checker; here they would bypass what packages export.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true, verbatimModuleSyntax: true } },
};

const kinds = {
  // Runs in the browser as it lies in the extension.
  ship: { minify: true, platform: "browser", target: "chrome125", plugins: [withoutInnerHtml, onlyTheLexer] },
  // Runs in Node beside node_modules: packages stay outside, lines of errors are those of the sources.
  script: { packages: "external", platform: "node", sourcemap: "inline", target: "node20" },
};

const { groups, metafile } = JSON.parse(process.argv[2]);
const outputs = {};
for (const { kind, entries, outdir, format, splitting, alias } of groups) {
  const result = await build({
    ...shared,
    ...kinds[kind],
    alias,
    chunkNames: "chunks/[name]-[hash]",
    entryPoints: entries,
    format,
    metafile: true,
    outdir,
    outExtension: kind === "script" ? { ".js": ".mjs" } : {},
    splitting,
  });
  Object.assign(outputs, result.metafile.outputs);
}
if (metafile) await writeFile(metafile, JSON.stringify({ outputs }));
