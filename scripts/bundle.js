// Bundles the command line into dist/bundle and the library into dist/library: a few files, and a chunk for each thing that is
// loaded late. A cold start reads a dozen files instead of several hundred, and of what the command line brings along the parts
// that nobody uses (such as a library's translations) are left out.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { licences } from "./licences.js"

const root = fileURLToPath(new URL("..", import.meta.url))
const emitted = (name) => join(root, "dist", name)

/** What help and errors need too. */
const SMALL_PARTS = {
  name: "parts",
  test: /[\\/]dist[\\/](?:text[\\/]|options[\\/](?!schema)|protocol[\\/]log[\\/]keelson-error|cli[\\/](?:flags[\\/]flags|paint[\\/]text|program[\\/](?:completion|parse-argv)|terminal[\\/](?:before-leaving|failure|output))\.)/,
  priority: 1,
}
/** What our own provider packages stand on; what others bring along of it is theirs. */
const PROVIDERS = {
  name: "providers",
  test: (id) => ["@ai-sdk/provider/", "@ai-sdk/provider-utils/dist/index.", "eventsource-parser/"].some(isOwn(id)),
}
/** Where a run comes in, with what nearly every one loads on its way: its model, the tools for code, its sandbox, what `auto` takes. */
const RUN = [
  "cli/commands/run-command.js",
  "host/model/resolve-configured-model.js",
  "tools/code/index.js",
  "tools/sandbox/bubblewrap.js",
  "strategies/auto/take-strategy.js",
]
/**
 * What a run loads once the model has answered, see src/run/lazy.ts: a file for its end, and one for work, which an answer needs none of. Which
 * checks a project has is told at the start.
 */
const CHECKS = [emitted("checks/detect-checks.js")]
const END = [emitted("run/lifecycle/lazy-end.js")]
const WORK = [emitted("run/lifecycle/lazy-work.js")]
/** The ways in that package.json names; side by side, so that paths to what is shipped beside the code hold for all of them. */
const LIBRARY = {
  index: emitted("index.js"),
  ai: emitted("ai/index.js"),
  host: emitted("host/index.js"),
  protocol: emitted("protocol/index.js"),
  server: emitted("server/index.js"),
  strategy: emitted("strategy.js"),
  testing: emitted("testing/index.js"),
}

/** The provider packages use \`Headers\` for names and values alone; Node's own brings all of its \`fetch\`, see plain-http.ts. */
const leanHeaders = {
  name: "lean-headers",
  transform: {
    filter: { id: /@ai-sdk[\\/]provider-utils[\\/]dist[\\/]index\.m?js$/ },
    handler: (code) =>
      `import { LeanHeaders as Headers } from ${JSON.stringify(emitted("model/http/lean-headers.js"))}\n${code}`,
  },
}
/**
 * V8 keeps a source with a single sign beyond Latin-1 at two bytes for each of its characters; escaped, a few words of Chinese don't
 * double a megabyte.
 */
const escapedSigns = {
  name: "escaped-signs",
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === "chunk") file.code = escaped(file.code)
  },
}

/** What is imported late by its user may well be needed from the start by all who run the bundle. */
const COMMON = { platform: "node", logLevel: "warn", checks: { ineffectiveDynamicImport: false } }

/** What runs in a process of its own: it is started by its name, beside whoever starts it. */
const CHILD = { "parser-child": emitted("tools/child/parser-child.js") }

await bundleCommandLine()
await bundleLibrary()
for (const name of ["bundle", "library"]) await bundleChild(name)

async function bundleCommandLine() {
  const everyRun = reachedFrom(RUN.map(emitted))
  const [checks, end, work] = [CHECKS, END, WORK].map(reachedFrom)
  await bundle(
    {
      input: emitted("cli/main.js"),
      // It brings a binary, which stands beside its own code. Extras but the providers are found at run time, see src/extras.
      external: ["@vscode/ripgrep", "pg-native"],
      plugins: [leanHeaders, everyRun.plugin, checks.plugin, end.plugin, work.plugin, licences()],
    },
    {
      dir: emitted("bundle"),
      minify: true,
      // Few files: each more to find, read and link costs a start as much as its code does. But what is imported late stays late.
      codeSplitting: {
        groups: [
          SMALL_PARTS,
          { name: "run", test: everyRun.has },
          { name: "checks", test: checks.has },
          { name: "end", test: end.has },
          { name: "work", test: work.has },
          PROVIDERS,
        ],
      },
    },
  )
}

/** Our own code alone: the packages that it uses are the user's to update. */
async function bundleLibrary() {
  const [everyRun, later, imported] = [[emitted("agent.js")], [...END, ...WORK], [LIBRARY.index]].map(reachedFrom)
  const isRun = (id) => everyRun.has(id) || (later.has(id) && imported.has(id))
  await bundle(
    {
      input: LIBRARY,
      external: /^(?!\.|\/|[A-Za-z]:\\)/,
      plugins: [everyRun, later, imported].map(({ plugin }) => plugin),
    },
    {
      dir: emitted("library"),
      codeSplitting: {
        groups: [
          { name: "run", test: isRun },
          { name: "rest", test: later.has },
          // What `keelson` gathers beside it; `keelson/host` has much of it, too, and must not take it apart.
          { name: "gathered", test: (id) => imported.has(id) && id !== LIBRARY.index },
        ],
      },
    },
  )
}

/** By itself: sharing its code with the command line would make it load much of that. Its packages are found by the engine. */
async function bundleChild(name) {
  const output = { dir: emitted(name), minify: name === "bundle", chunkFileNames: "child-[name]-[hash].js" }
  await write({ input: CHILD, external: /^(?!\.|\/|[A-Za-z]:\\)/, plugins: [] }, output)
}

async function bundle(input, output) {
  rmSync(output.dir, { recursive: true, force: true })
  await write(input, output)
}

async function write({ plugins, ...input }, output) {
  const made = await rolldown({ ...COMMON, plugins: [...plugins, escapedSigns], ...input })
  const names = { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" }
  await made.write({ format: "esm", comments: { jsdoc: false }, ...names, ...output })
  await made.close()
}

/** Character by character: what takes two of UTF-16's units gets two escapes. */
function escaped(code) {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

function isOwn(id) {
  return (path) => id.startsWith(join(root, "node_modules", path))
}

/** What these modules import, and what that imports, but nothing that is imported late. */
function reachedFrom(entries) {
  const reached = new Set()
  const plugin = {
    name: "reached",
    buildEnd() {
      const waiting = [...entries]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (reached.has(id)) continue
        reached.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
  return { plugin, has: (id) => reached.has(id) }
}
