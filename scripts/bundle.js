// Bundles the command line into dist/bundle: one file and a chunk for each thing that is loaded late. A cold start reads a
// dozen files instead of a few hundred, and what nobody uses of a library (such as its translations) is left out.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { licences } from "./licences.js"

const root = fileURLToPath(new URL("..", import.meta.url))
const output = join(root, "dist", "bundle")

/** What help and errors need too. */
const SMALL_PARTS = {
  name: "parts",
  test: /[\\/]dist[\\/](?:text[\\/]|options[\\/](?!schema)|protocol[\\/]keelson-error|cli[\\/](?:failure|flags|leave|completion|meant-words|output|render[\\/]text)\.)/,
  priority: 1,
}
/** What every run needs; what only servers say and hear is not part of it. */
const ENGINE = {
  name: "engine",
  test: /[\\/]dist[\\/](?:options|protocol[\\/](?!(?:chat-|run-list-)?api|run-result-schema)|view|journal[\\/](?!postgres)|agent|strategies|run[\\/](?!replay))/,
}
/** What leads to a run, and to its model. */
const RUN = { name: "run", test: /[\\/]dist[\\/]cli[\\/]run-command/ }
const MODEL = { name: "model", test: /[\\/]dist[\\/]cli[\\/]resolve-thinker/ }
/** The provider packages use \`Headers\` for names and values alone; Node's own brings all of its \`fetch\`, see plain-http.ts. */
const leanHeaders = {
  name: "lean-headers",
  transform: {
    filter: { id: /@ai-sdk[\\/]provider-utils[\\/]dist[\\/]index\.m?js$/ },
    handler: (code) =>
      `import { LeanHeaders as Headers } from ${JSON.stringify(join(root, "dist/model/lean-headers.js"))}\n${code}`,
  },
}

rmSync(output, { recursive: true, force: true })
const bundle = await rolldown({
  input: join(root, "dist", "cli", "main.js"),
  platform: "node",
  // It brings a binary, which stands beside its own code. Extras but the providers are found at run time, see src/extras.
  external: ["@vscode/ripgrep", "pg-native"],
  plugins: [leanHeaders, licences()],
  logLevel: "warn",
})
await bundle.write({
  dir: output,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash].js",
  minify: true,
  // Few files: each more to find, read and link costs a start as much as its code does.
  codeSplitting: { groups: [SMALL_PARTS, ENGINE, RUN, MODEL] },
})
await bundle.close()
