// Bundles the command line into dist/bundle: one file and a chunk for each thing that is loaded late. A cold start reads a
// dozen files instead of a few hundred, and what nobody uses of a library (such as its translations) is left out.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

const root = fileURLToPath(new URL("..", import.meta.url))
const output = join(root, "dist", "bundle")

/** What help and errors need too. */
const SMALL_PARTS = {
  name: "parts",
  test: /[\\/]dist[\\/](?:text[\\/]|options[\\/](?!schema)|protocol[\\/]keelson-error)/,
  priority: 1,
}
/** What every run needs. */
const ENGINE = {
  name: "engine",
  test: /[\\/]dist[\\/](?:options|protocol|view|journal|agent|strategies|run[\\/](?!replay))/,
}

rmSync(output, { recursive: true, force: true })
const bundle = await rolldown({
  input: join(root, "dist", "cli", "main.js"),
  platform: "node",
  // What brings a binary or data of its own stands beside its own code; what few runs need is not worth bundling.
  external: [
    "@vscode/ripgrep",
    "@anthropic-ai/sandbox-runtime",
    "@duckdb/node-api",
    "@myriaddreamin/typst-ts-node-compiler",
    /^@modelcontextprotocol\//,
    "defuddle",
    /^defuddle\//,
    "linkedom",
    "pptxgenjs",
  ],
  logLevel: "warn",
})
await bundle.write({
  dir: output,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  minify: true,
  // Few files: each more to find, read and link costs a start as much as its code does.
  codeSplitting: { groups: [SMALL_PARTS, ENGINE] },
})
await bundle.close()
