import { cpSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { createAgent } from "../agent.ts"
import { openRuns, workspaceRoot } from "./compose.ts"
import { conduct } from "./conduct.ts"
import { sandboxForStart } from "./confinement.ts"
import { DEMO_REQUEST } from "./demo-story.ts"
import type { ShowFlags } from "./flags.ts"
import { tell } from "./output.ts"
import { painter } from "./render/paint.ts"
import { diffLines } from "./render/question-lines.ts"
import { type CommandStage, withSurroundings } from "./surroundings.ts"
import { rehearsedThinker } from "./thinker.ts"

const DEMO = fileURLToPath(new URL("../../demo/", import.meta.url))

/** The whole engine on a sample project in a folder of its own; only the model's replies are prepared. */
export async function demoCommand(flags: ShowFlags): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "keelson-demo-"))
  const project = join(folder, "project")
  mkdirSync(project)
  cpSync(join(DEMO, "sample"), project, { recursive: true })
  putOwnNodeOnPath()
  const say = flags.quiet ? () => {} : tell
  say(introduction(project))
  const state = join(folder, "state")
  const code = await withSurroundings(flags, await openRuns(state), (stage) => play(project, stage, flags))
  if (!flags.quiet && !flags.json) process.stdout.write(await changes(project))
  say(goOn(state))
  return code
}

async function play(project: string, { surroundings, display }: CommandStage, { quiet }: ShowFlags): Promise<number> {
  const workspace = await workspaceRoot(project)
  const { model } = await rehearsedThinker(join(DEMO, "rehearsal.jsonl"), workspace, () => {})
  const agent = await createAgent({
    model,
    workspace,
    approve: "full",
    sandbox: await sandboxForStart({ sandbox: "auto", environment: process.env }),
    store: surroundings.store,
    onFault: surroundings.onFault,
  })
  return conduct(await agent.start(DEMO_REQUEST), display, { quiet })
}

/** Makes `node` in commands that tools start the one that runs us. */
function putOwnNodeOnPath(): void {
  process.env.PATH = [dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter)
}

function introduction(project: string): string {
  return [
    "This demo asks no model: the replies are prepared and played from a file.",
    "Everything else is real: the engine, the tools, the files, the test runs.",
    `The project is a copy in ${project}; there the run may do everything without asking (--approve full).`,
    `Request: ${DEMO_REQUEST}`,
    "",
  ].join("\n")
}

/** What is different now, file by file, as the sample has it. */
async function changes(project: string): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff")
  const paint = painter(process.stdout)
  const patches = ["src/slug.js", "test/slug.test.js"].flatMap((path) => {
    const [before, after] = [join(DEMO, "sample", path), join(project, path)].map((file) => readFileSync(file, "utf8"))
    if (before === undefined || after === undefined || before === after) return []
    const options = { context: 1, headerOptions: FILE_HEADERS_ONLY }
    return [createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, options).trimEnd()]
  })
  return patches.length === 0 ? "" : `\n${diffLines(patches.join("\n"), paint).join("\n")}\n`
}

function goOn(state: string): string {
  return [
    "",
    "Look at the run again:",
    `  KEELSON_STATE=${state} keelson runs --all`,
    "Go on with a model of your own, in a project of your own:",
    '  OPENAI_API_KEY=… keelson run --model openai:NAME "fix the failing test"',
    '  keelson run --model ollama:NAME "fix the failing test"',
    "What is usable here: keelson models",
  ].join("\n")
}
