import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { RunResult } from "keelson"
import { detectChecks } from "../../src/checks/detect-checks.ts"
import type { DurableEvent } from "../../src/protocol/log/event.ts"
import { serverReply, startModelServer } from "../../src/testing/index.ts"
import type { ServerReply } from "../../src/testing/server-reply.ts"
import { isByProduct } from "../../src/tools/by-products.ts"
import { openWorkspace } from "../../src/tools/workspace/workspace.ts"
import { repositoryPath } from "../support/processes.ts"
import { temporary } from "../support/temporary.ts"
import { type Place, statusOf, usersEnvironment } from "./place.ts"

type Ended = Extract<DurableEvent, { type: "check.ended" }>

/** What came of one patch, by the command line with its default settings, and after it was taken back. */
export type Replayed = {
  readonly result: RunResult | undefined
  /** What the process said where it gave no result. */
  readonly errors: string
  readonly found: readonly string[]
  readonly detectionMs: number
  readonly ended: readonly Ended[]
  readonly calls: number
  readonly seconds: number
  /** From the beginning of the run to its first call of the model. */
  readonly firstCallMs: number | undefined
  /** From there to the checkpoint before the first change. */
  readonly checkpointMs: number | undefined
  /** What stands otherwise than before once it is undone, apart from caches. */
  readonly left: readonly string[]
}

/** Lets a model that knows this patch carry the request out: one patch, and from then on it says that it is done. */
export async function replay({ folder, subject }: Place, patch: string, check?: string): Promise<Replayed> {
  const config = check === undefined ? {} : { "keelson/config.json": JSON.stringify({ checks: { test: check } }) }
  await using home = await temporary(config)
  const changed = [...patch.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, path = ""]) => path)
  const detection = performance.now()
  const detected = await detectChecks(await openWorkspace(folder), changed)
  const detectionMs = performance.now() - detection
  const before = new Set(statusOf(folder))
  const server = await startModelServer({ script: (_, n) => said(n, patch) })
  const env = { ...usersEnvironment(), XDG_STATE_HOME: home.path, XDG_CONFIG_HOME: home.path }
  const started = performance.now()
  const flags = ["--strategy", "react", "--json", "--model", "openai-compatible:scripted", "--base-url", server.url]
  const { output, errors } = await keelson(["run", ...flags, `Make this change: ${subject}`], folder, env)
  const seconds = (performance.now() - started) / 1000
  await server.close()
  const events = readLines(output)
  const result = events.find((event): event is RunResult & { type: "result" } => event.type === "result")
  if (result) await keelson(["undo", result.run_id, "-y", "--json"], folder, env)
  const times = events as readonly (DurableEvent & { at: number })[]
  const at = (type: DurableEvent["type"]) => times.find((event) => event.type === type)?.at
  const [begun, kept, asked] = [at("run.started"), at("checkpoint.made"), server.requests[0]?.at]
  return {
    result,
    errors: errors.trim(),
    found: detected.map(({ name }) => name),
    detectionMs,
    ended: times.filter((event): event is Ended & { at: number } => event.type === "check.ended"),
    calls: server.requests.length,
    seconds,
    firstCallMs: begun === undefined || asked === undefined ? undefined : asked - begun,
    checkpointMs: asked === undefined || kept === undefined ? undefined : kept - asked,
    left: statusOf(folder).filter((line) => !before.has(line) && !isCache(line, folder)),
  }
}

function said(n: number, patch: string): ServerReply {
  if (n === 0) return serverReply.call("apply_patch", { patch })
  return serverReply.text("The change is made, with its tests.")
}

async function keelson(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [repositoryPath("bin/keelson.js"), ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return { output, errors }
}

function readLines(output: string): readonly (DurableEvent | (RunResult & { type: "result" }))[] {
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
}

function isCache(line: string, folder: string): boolean {
  const path = line.slice(3)
  const namesIn = (inner: string) => {
    try {
      return readdirSync(join(folder, inner))
    } catch {
      return []
    }
  }
  return !line.startsWith(" ") && (isByProduct(path, namesIn) || isByProduct(`${path}/x`.replace("//", "/"), namesIn))
}
