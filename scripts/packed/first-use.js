// The first use of each extra in a project that has only the packed package: what is said without it, by the library, over HTTP and
// on the command line; what is said offline; that it is installed from the registry, and does its work then.
import { execFile } from "node:child_process"
import { cpSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { EXTRAS } from "../../dist/extras/extras.js"
import { startEndpoint } from "../../test/packed/endpoint.mjs"
import { root } from "../bootstrap.js"
import { filesIn } from "../published.js"
import { emptyProject, npm } from "./empty-project.js"
import { megabytesIn } from "./installed.js"

const SCRIPTS = ["first-use.mjs", "endpoint.mjs"]
/** Nobody listens there. */
const OFFLINE = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" }

/** One row for each extra. */
export async function firstUses(place, tarball, faults) {
  const app = emptyProject(place, "uses", { zod: "^4" })
  npm(app, ["install", tarball])
  for (const name of SCRIPTS) cpSync(join(root, "test", "packed", name), join(app, name))
  const user = new User(app, join(place, "state"))
  const before = await user.firstUse()
  const shell = await onCommandLine(user)
  const rows = []
  for (const [extra, { packages, for: need }] of Object.entries(EXTRAS)) {
    const said = before.filter((line) => line.extra === extra)
    const row = { extra, sentence: isSaid(said, extra), shell: shell[extra] ?? "–", ...(await installed(user, extra)) }
    rows.push({ ...row, packages, isProvider: "provider" in need })
    faults.push(...faultsOf(row))
    console.log(`${extra.padEnd(10)} ${JSON.stringify(row)}`)
  }
  return rows
}

function faultsOf({ extra, sentence, shell, offline, works, listed }) {
  const wrong = { sentence, offline, works, listed, shell: shell !== false }
  return Object.keys(wrong).flatMap((name) => (wrong[name] ? [] : [`${extra}: ${name} is not as it should be`]))
}

function isSaid(lines, extra) {
  return (
    lines.length > 0 &&
    lines.every(({ works, said }) => !works && said.includes(`"keelson install ${extra}" installs it`))
  )
}

/** Tools say it before the run, providers are in the bundle and answer at once. */
async function onCommandLine(user) {
  const endpoint = await startEndpoint()
  const at = (model) => ["--model", model, "--base-url", `http://${endpoint.address}/v1`]
  const told = await user.keelson([
    "run",
    "greet",
    "--tools",
    "code,data,web,documents",
    ...at("openai-compatible:any"),
  ])
  const rows = []
  for (const [extra, { for: need }] of Object.entries(EXTRAS)) {
    if ("tools" in need) rows.push([extra, told.stderr.includes(`Install it with: keelson install ${extra}`) && "told"])
    if (!("provider" in need)) continue
    const variables = { [KEYS[extra] ?? `${extra.toUpperCase()}_API_KEY`]: "any" }
    const answered = await user.keelson(["run", "greet", ...at(`${extra}:any`)], variables)
    rows.push([extra, answered.stdout.includes("Hello.") && "answers"])
  }
  endpoint.close()
  return Object.fromEntries(rows)
}

const KEYS = { bedrock: "AWS_BEARER_TOKEN_BEDROCK" }

async function installed(user, extra) {
  const refused = await user.keelson(["install", extra], OFFLINE)
  const offline = refused.code === 2 && refused.stderr.includes(`keelson install ${extra}`)
  const begun = performance.now()
  const made = await user.keelson(["install", extra])
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  if (made.code !== 0) console.error(made.stderr)
  const folder = user.folderOf(extra)
  const lines = await user.firstUse(extra)
  const { stdout } = await user.keelson(["doctor"])
  return {
    offline,
    seconds,
    brought: folder ? filesIn(folder).filter(({ name }) => IS_PACKAGE.test(name)).length : 0,
    megabytes: folder ? Number(megabytesIn(folder).toFixed(1)) : 0,
    works: lines.length > 0 && lines.every(({ works }) => works),
    listed: new RegExp(
      `extra ${extra} .*(in Keelson's own folder|not needed on)|providers .*installed: .*\\b${extra}\\b`,
    ).test(stdout),
    said: lines.find(({ works }) => !works)?.said,
  }
}

/** The manifest of a package, not one of those that lie deeper in it. */
const IS_PACKAGE = /(^|[/\\])node_modules[/\\](@[^/\\]+[/\\])?[^@/\\][^/\\]*[/\\]package\.json$/

/** Somebody in this project, with a state folder of their own. */
class User {
  #app
  #state

  constructor(app, state) {
    this.#app = app
    this.#state = state
  }

  keelson(words, variables = {}) {
    return this.#node([join("node_modules", "keelson", "bin", "keelson.js"), ...words], variables)
  }

  async firstUse(...extras) {
    const { stdout, stderr } = await this.#node(["first-use.mjs", ...extras])
    if (stderr) console.error(stderr)
    const lines = stdout.split("\n").filter((line) => line.startsWith("{"))
    return lines.map((line) => JSON.parse(line))
  }

  folderOf(extra) {
    const extras = join(this.#state, "extras")
    const name = readdirSync(extras).find((entry) => entry.slice(0, -13) === extra)
    return name && join(extras, name)
  }

  async #node(words, variables = {}) {
    const options = { cwd: this.#app, env: { ...process.env, KEELSON_STATE: this.#state, ...variables } }
    const { code = 0, stdout, stderr } = await promisify(execFile)(process.execPath, words, options).catch((end) => end)
    return { code, stdout, stderr }
  }
}
