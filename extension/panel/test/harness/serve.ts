/**
 * Bundles the panel and the settings page with the harness in front and serves them on loopback, under the content
 * security policy of the extension, so that what the policy forbids fails here too.
 */

import { build } from "esbuild";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, extname, join } from "node:path";

export const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'",
  "connect-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'",
].join("; ");

const MIME: Readonly<Record<string, string>> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css" };

/** The repository: tests are started in it, or somewhere below. */
export function repository(): string {
  for (let at = process.cwd(); ; at = dirname(at)) {
    if (existsSync(join(at, "extension/panel/main.tsx"))) return at;
    if (at === dirname(at)) throw new Error(`no extension/panel above ${process.cwd()}`);
  }
}

export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveHarness(): Promise<Served> {
  const root = repository();
  const extension = join(root, "extension");
  const out = join(root, "target/e2e/harness");
  await build({
    absWorkingDir: extension,
    bundle: true,
    entryPoints: {
      "panel": "panel/main.tsx",
      "settings": "settings/main.tsx",
      "runs": "settings/runs.tsx",
      "panel-harness": "panel/test/harness/panel-harness.ts",
      "settings-harness": "panel/test/harness/settings-harness.ts",
      "panel-style": "panel/panel.css",
      "settings-style": "settings/settings.css",
      "timeline": "panel/timeline/timeline.css",
    },
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
    outdir: out,
    target: "chrome125",
    // The paths of tsconfig.json are for the type checker; followed here, they would lead past the packages' own exports.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: true, verbatimModuleSyntax: true } },
  });
  const page = async (name: "panel" | "settings") => {
    const html = await readFile(join(extension, name, `${name}.html`), "utf8");
    return html.replace(`href="${name}.css"`, `href="${name}-style.css"`)
      .replace("<script ", `<script type="module" src="${name}-harness.js"></script>\n    <script `);
  };
  // It asks nobody for anything, so nothing stands in for anybody.
  const runs = (await readFile(join(extension, "settings/runs.html"), "utf8")).replace('href="settings.css"', 'href="settings-style.css"');
  const pages = new Map([["/panel.html", await page("panel")], ["/settings.html", await page("settings")], ["/runs.html", runs]]);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://loopback").pathname;
    const type = MIME[extname(path)];
    if (path === "/favicon.ico") return void response.writeHead(204).end();
    const content = pages.has(path) ? Promise.resolve(pages.get(path)) : readFile(join(out, path));
    content.then(
      (body) => response.writeHead(200, { "content-type": type ?? "text/plain", "content-security-policy": POLICY }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
