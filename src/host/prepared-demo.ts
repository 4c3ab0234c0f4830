import { cpSync, mkdirSync, realpathSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Agent, type AgentOptions, createAgent } from "../agent.ts"
import { findProgram } from "../tools/programs/find-program.ts"
import { sandboxForStart } from "./sandbox/confinement.ts"

const DEMO = fileURLToPath(new URL("../../demo/", import.meta.url))

/** The project that the demo works on, as it comes. */
export const DEMO_SAMPLE = join(DEMO, "sample")
/** What the model of the demo says. */
export const DEMO_REHEARSAL = join(DEMO, "rehearsal.jsonl")

/** What the demo's run is asked to do; its replies were prepared for exactly this. */
export const DEMO_REQUEST = "The tests of this project fail. Find out why, fix it, and prove that they pass."

/** A copy of the sample in this folder, and an agent that works on it: only the model's replies are prepared. */
export async function preparedDemo(
  folder: string,
  more: Pick<AgentOptions, "store" | "onFault" | "checkpoints">,
): Promise<{ readonly agent: Agent; readonly project: string }> {
  const project = sampleIn(folder)
  const { rehearsedModel } = await import("./model/rehearsed-model.ts")
  const { model } = await rehearsedModel(DEMO_REHEARSAL, project, () => {})
  const sandbox = await sandboxForStart({ sandbox: "auto", environment: process.env })
  return { agent: await createAgent({ model, workspace: project, approve: "full", sandbox, ...more }), project }
}

function sampleIn(folder: string): string {
  const project = join(folder, "project")
  mkdirSync(project, { recursive: true, mode: 0o700 })
  cpSync(DEMO_SAMPLE, project, { recursive: true })
  return realpathSync(project)
}

/** Lets commands find a `node` where there is none: the one that runs us, after everything else. */
export function ownNodeOnPath(): void {
  if (findProgram("node") !== undefined) return
  process.env.PATH = [process.env.PATH, dirname(process.execPath)].filter(Boolean).join(delimiter)
}
