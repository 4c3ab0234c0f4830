import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Config, ConfigError, checkControls, codeFileOf, loadConfig } from "../../config.ts"
import { stateSize } from "../../host/runs/state-size.ts"
import { IN_MEMORY, stateFolder } from "../../journal/state-folder.ts"
import { useProxy } from "../../model/http/proxy.ts"
import { openLearned } from "../../model/learned/learned-file.ts"
import { plural, size } from "../../text/words/units.ts"
import { checkExtras } from "../extras/check-extras.ts"
import { MUCH, PRUNE } from "../following/growth-notice.ts"
import { openRuns } from "../runs/open-runs.ts"
import { checkPaths } from "./doctor-paths.ts"
import { checkBrowser, checkGit, checkRipgrep, checkSandbox } from "./doctor-programs.ts"
import { checkTelemetry } from "./doctor-telemetry.ts"
import { checkVariables } from "./doctor-variables.ts"

/** What was found of one thing, and what to do about it. `warn`: Keelson works without it. */
export type DoctorFinding = {
  readonly check: string
  readonly level: "ok" | "warn" | "fail"
  readonly text: string
  readonly advice?: string
}

type Variables = Config["environment"]

/** Looks at everything that a run needs on this machine, in the order in which a run would need it. */
export async function inspect(workspace: string, environment: Variables): Promise<DoctorFinding[]> {
  return (
    await Promise.all([
      checkNode(),
      checkConfig(workspace, environment),
      checkStore(environment),
      checkLearned(environment),
      checkRipgrep(workspace),
      checkGit(),
      checkBrowser(),
      checkSandbox(environment),
      checkPaths(workspace, environment),
      checkProxy(environment),
      checkCertificates(environment),
      checkVariables(workspace, environment),
      checkTelemetry(environment),
      checkExtras(),
    ])
  ).flat()
}

function checkNode(): DoctorFinding {
  return { check: "node", level: "ok", text: `${process.versions.node} at ${process.execPath}` }
}

/** A broken config is what `run` would refuse with, in the same words. */
async function checkConfig(workspace: string, environment: Variables): Promise<DoctorFinding[]> {
  try {
    const config = loadConfig({ workspace }, environment)
    // Nothing of a project's code is run here, so that nobody knows what it would ask for.
    if (codeFileOf(workspace) === undefined) await checkControls(config)
    const notices = config.notices.map((text) => ({ check: "config", level: "warn" as const, text }))
    const fine = { check: "config", level: "ok" as const, text: "what there is of it can be read" }
    return [...(notices.length > 0 ? notices : [fine]), modelFinding(config)]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ check: "config", level: "fail", text: error.message, advice: "Correct it there" }]
  }
}

function modelFinding({ model, models, fallback }: Config): DoctorFinding {
  if (model === undefined) {
    return { check: "model", level: "warn", text: "none is configured", advice: "See what is usable: keelson models" }
  }
  const others = Object.entries(models).map(([control, name]) => `${name} for ${control}`)
  const text = [model, ...others, ...(fallback ? [`${fallback} as the fallback`] : [])].join(", ")
  return { check: "model", level: "ok", text, advice: `What it can do: keelson doctor --model ${model}` }
}

async function checkStore(environment: Variables): Promise<DoctorFinding> {
  const check = "runs"
  const folder = stateFolder(environment)
  if (folder === IN_MEMORY) {
    return {
      check,
      level: "warn",
      text: "not kept: KEELSON_STATE is :memory:",
      advice: "Unset it to be able to resume",
    }
  }
  try {
    const store = await openRuns(folder)
    const runs = await store.listRuns({})
    await store.close()
    return sizedFinding(check, folder, runs.length)
  } catch (error) {
    return { check, level: "fail", text: error instanceof Error ? error.message : String(error) }
  }
}

/** What the state folder takes is said where it is much, with what to do about it. */
async function sizedFinding(check: string, folder: string, runs: number): Promise<DoctorFinding> {
  const { store, checkpoints } = await stateSize(folder)
  const text = `${plural(runs, "run")} in ${folder}: ${size(store)}, checkpoints ${size(checkpoints)}`
  if (store + checkpoints < MUCH) return { check, level: "ok", text }
  return { check, level: "warn", text, advice: `Remove old ones: ${PRUNE}` }
}

async function checkLearned(environment: Variables): Promise<DoctorFinding> {
  const check = "learned"
  const path = join(stateFolder(environment), "learned.json")
  const notices: string[] = []
  await openLearned(path, (notice) => notices.push(notice))
  const [notice] = notices
  if (notice) return { check, level: "warn", text: notice, advice: "Nothing needs to be done" }
  const text = existsSync(path) ? `what models can do is remembered in ${path}` : "nothing about models yet"
  return { check, level: "ok", text }
}

function checkProxy(environment: Variables): DoctorFinding {
  const check = "proxy"
  const names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"].filter((name) => environment[name])
  if (names.length === 0) return { check, level: "ok", text: "none is set" }
  if (useProxy(environment))
    return { check, level: "ok", text: `${names.join(", ")}; this machine's servers are asked directly` }
  const advice = "Set NODE_USE_ENV_PROXY=1 too, or use Node 24.14 or newer"
  return { check, level: "fail", text: `${names[0]} is set, but this Node can't use it while it runs`, advice }
}

function checkCertificates({
  NODE_EXTRA_CA_CERTS: file,
  NODE_TLS_REJECT_UNAUTHORIZED: strict,
}: Variables): DoctorFinding {
  const check = "certificates"
  if (strict === "0") {
    const advice = "Unset NODE_TLS_REJECT_UNAUTHORIZED; put your own authority's file into NODE_EXTRA_CA_CERTS"
    return { check, level: "warn", text: "are not checked at all: anybody in between can read your key", advice }
  }
  if (file && !existsSync(file)) {
    return { check, level: "fail", text: `NODE_EXTRA_CA_CERTS names ${file}, which is not there`, advice: "Correct it" }
  }
  return { check, level: "ok", text: file ? `Node's own and those of ${file}` : "Node's own" }
}
