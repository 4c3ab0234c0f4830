import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { DEMO_REQUEST, DEMO_SAMPLE, preparedDemo } from "../../host/prepared-demo.ts"
import type { ShowFlags } from "../flags/flags.ts"
import { withSurroundings } from "../following/command-stage.ts"
import { conduct } from "../following/follow-to-end.ts"
import { painter } from "../paint/paint.ts"
import { diffLines } from "../render/question-lines.ts"
import { openRuns } from "../runs/open-runs.ts"
import { tell } from "../terminal/output.ts"

/** The whole engine on a sample project in a folder of its own; only the model's replies are prepared. */
export async function demoCommand(flags: ShowFlags): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "keelson-demo-"))
  const project = join(folder, "project")
  putOwnNodeOnPath()
  const say = flags.quiet ? () => {} : tell
  say(introduction(project))
  const state = join(folder, "state")
  const code = await withSurroundings(flags, await openRuns(state), async ({ surroundings, display }) => {
    const { store, onFault } = surroundings
    const { agent } = await preparedDemo(folder, { store, onFault })
    return conduct(await agent.start(DEMO_REQUEST, { demo: true }), display, { quiet: flags.quiet })
  })
  if (!flags.quiet && !flags.json) process.stdout.write(await changes(project))
  say(goOn(state))
  return code
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
    const [before, after] = [join(DEMO_SAMPLE, path), join(project, path)].map((file) => readFileSync(file, "utf8"))
    if (before === undefined || after === undefined || before === after) return []
    const options = { context: 1, headerOptions: FILE_HEADERS_ONLY }
    return [createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, options).trimEnd()]
  })
  return patches.length === 0 ? "" : `\n${diffLines(patches.join("\n"), paint).join("\n")}\n`
}

function goOn(state: string): string {
  // Whoever came by npx has no other command yet.
  const keelson = process.env.npm_command === "exec" ? "npx keelson" : "keelson"
  return [
    "",
    "Now in a project of your own; it finds the models of this machine, or asks for a key:",
    `  ${keelson} "what does this project do?"`,
    `  ${keelson} --approve edits "fix the failing test"`,
    "Look at this run again:",
    `  KEELSON_STATE=${state} ${keelson} runs --all`,
  ].join("\n")
}
