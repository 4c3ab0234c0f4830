/** A change by one of CONTRIBUTING's recipes: new files whole, old ones by what is put where. */
export type Recipe = {
  readonly made?: Readonly<Record<string, string>>
  /** Before the first place where the text stands. */
  readonly added?: Readonly<Record<string, readonly (readonly [before: string, text: string])[]>>
}

const TOOL = `
import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { defineTool } from "../tool.ts"

export const feelWind = defineTool({
  name: "feel_wind",
  description: "Which way the wind blows.",
  input: z.object({}),
  access: "read",
  traits: BUILT_IN.code.feel_wind,
  repeat: "safe",
  execute: async () => "from the west",
})
`

const STRATEGY = `
import { z } from "zod"
import type { Strategy } from "../../run/strategy.ts"

/** feel ─▶ say */
export const breeze: Strategy = {
  name: "breeze",
  summary: "Feels the wind and says so.",
  settings: z.looseObject({}),
  controls: ["gust"],

  async run(run) {
    await run.enter("EXECUTING")
    const { outcomes } = await run.execute([{ id: 1, tool: "feel_wind", arguments: {}, depends_on: [], why: "" }])
    const text = outcomes[0]?.text ?? ""
    await run.record("wind", { type: "wind.felt", from: text })
    run.summariseWith(async () => ({ layer: "closing", text, highlights: [] }))
    return { kind: "done" }
  },
}
`

const PANEL = `
import type { RunView } from "@keelson/view/run-view.ts"
import { useWords } from "../../../words/use-words.ts"

/** How many alarms there were. */
export function Wind({ view }: { readonly view: RunView }) {
  const say = useWords()
  return <p>{say("wind.label")} {view.alarms}</p>
}
`

const COMMAND = `
import { print } from "../terminal/output.ts"

/** Which way the wind blows. */
export async function windCommand(): Promise<number> {
  print("from the west")
  return 0
}
`

const ADDED_COMMAND = `  program
    .command("wind")
    .description("say which way the wind blows")
    .action(async () => {
      const { windCommand } = await import("../commands/wind-command.ts")
      process.exitCode = await windCommand()
    })
`

const PARSER = `
import { countsOf, type Parser, sumOf } from "../reading/reading.ts"

/** Gusts that were too strong. */
export const gusts: Parser = (lines) => ({
  findings: lines
    .filter((line) => line.startsWith("too strong: "))
    .map((line) => ({ place: "", name: line.slice(12), message: "too strong" })),
  counts: countsOf(sumOf(lines, /^(\\d+) calm$/), sumOf(lines, /^(\\d+) strong$/), 0),
})
`

const PROVIDER = `  {
    id: "windmill",
    label: "Windmill",
    package: "openai-compatible",
    baseUrl: "https://windmill.example/v1",
    keys: [["WINDMILL_API_KEY"]],
    homePage: "https://windmill.example",
    rungs: ALL_RUNGS,
    contextWindow: 32_768,
  },
`

/** One of each, by the names that CONTRIBUTING has for them. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  tool: {
    made: { "src/tools/code/feel-wind.ts": TOOL },
    added: {
      "src/tools/code/index.ts": [
        ["import { listFiles }", 'import { feelWind } from "./feel-wind.ts"\n'],
        ["  processTool,\n]", "  feelWind,\n"],
      ],
      "src/tools/built-in.ts": [["    run_in_terminal:", "    feel_wind: READS,\n"]],
    },
  },
  strategy: {
    made: { "src/strategies/breeze/breeze.ts": STRATEGY },
    added: {
      "src/strategies/index.ts": [
        ["import { phased }", 'import { breeze } from "./breeze/breeze.ts"\n'],
        ["phased, rounds", "breeze, "],
      ],
    },
  },
  event: {
    added: {
      "src/protocol/log/work-events.ts": [
        ["  z.object({", '  z.object({ type: z.literal("wind.felt"), from: z.string() }),\n'],
      ],
      "src/view/apply/apply-event.ts": [['    case "deadlock.found":', '    case "wind.felt":\n']],
      "src/cli/render/events/describe-event.ts": [
        ['    case "steps.planned":', '    case "wind.felt":\n      return event.from\n'],
      ],
    },
  },
  provider: { added: { "src/model/endpoints/local-endpoints.ts": [['  {\n    id: "ollama"', PROVIDER]] } },
  command: {
    made: { "src/cli/commands/wind-command.ts": COMMAND },
    added: { "src/cli/program/lists.ts": [['  program\n    .command("show")', ADDED_COMMAND]] },
  },
  parser: {
    made: { "src/checks/parsers/gusts.ts": PARSER },
    added: {
      "src/checks/read-output.ts": [
        ["import { jest }", 'import { gusts } from "./parsers/gusts.ts"\n'],
        ["  tsc,\n", "  gusts,\n"],
      ],
      "src/checks/detection/tool-of-command.ts": [['  ["vitest", ', '  ["gusts", /^gusts\\b/],\n']],
    },
  },
  panel: {
    made: { "console/src/components/run/side/wind.tsx": PANEL },
    added: {
      "console/src/components/run/side/side-column.tsx": [
        ["\ntype SideColumnProps", 'import { Wind } from "./wind.tsx"\n'],
        ["      <Guards", "      <Wind view={view} />\n"],
      ],
      "console/src/words/en.ts": [['  "graph.label"', '  "wind.label": "Wind",\n']],
      "console/src/words/zh.ts": [['  "graph.label"', '  "wind.label": "风",\n']],
    },
  },
}

/** Every file that the recipe touches. */
export function filesOf({ made = {}, added = {} }: Recipe): string[] {
  return [...Object.keys(made), ...Object.keys(added)].sort()
}
