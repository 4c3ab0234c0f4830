import { type Config, readConfig } from "../../config.ts"
import { SetupError } from "../../host/errors/setup-error.ts"
import { TOOL_GROUPS } from "../../host/tools/tool-groups.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { firstSentence } from "../../text/first-sentence.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { painter } from "../paint/paint.ts"
import { tableRows } from "../paint/table.ts"
import { print, printJson, tell } from "../terminal/output.ts"

type Listed = {
  readonly group: string
  readonly summary: string
  /** Whether runs in this folder have it without being told to. */
  readonly inUse: boolean
  /** What is missing for some of it. */
  readonly lacks: string | null
  readonly tools: readonly { readonly name: string; readonly access: string; readonly description: string }[]
}

/** Every group with its tools; servers are started only when asked for. */
export async function toolsCommand(flags: { mcp?: boolean; json?: boolean }): Promise<number> {
  const workspace = await workspaceRoot()
  const config = await readConfig({ workspace })
  const groups = [...(await builtIn(config)), ...ofProject(config), ...(await ofServers(config, workspace, flags.mcp))]
  for (const notice of config.notices) tell(`keelson: ${notice}`)
  if (flags.json) printJson(groups)
  else print(groups.flatMap(linesOf).join("\n"))
  return 0
}

function builtIn(config: Config): Promise<Listed[]> {
  return Promise.all(
    TOOL_GROUPS.map(async ({ name, summary, lacks, load }) => {
      const group = { group: name, summary, inUse: config.tools.includes(name) }
      try {
        return { ...group, lacks: lacks?.(config) ?? null, tools: (await load(config)).map(shown) }
      } catch (error) {
        if (!(error instanceof SetupError)) throw error
        return { ...group, lacks: error.message, tools: [] }
      }
    }),
  )
}

function ofProject({ code }: Config): Listed[] {
  if (code.tools.length === 0) return []
  const summary = "of this project's own code"
  return [{ group: "project", summary, inUse: true, lacks: null, tools: code.tools.map(shown) }]
}

async function ofServers(config: Config, workspace: string, start = false): Promise<Listed[]> {
  const names = Object.keys(config.mcp)
  if (names.length === 0) return []
  const group = { group: "mcp", summary: `servers: ${names.join(", ")}`, inUse: true }
  if (!start) return [{ ...group, lacks: "--mcp starts them and lists their tools", tools: [] }]
  const { openServers } = await import("../../mcp/open-servers.ts")
  const { tools, missing, close } = await openServers(config.mcp, { workspace, variables: config.environment })
  await close()
  return [{ ...group, lacks: [...missing.values()].join("; ") || null, tools: tools.map(shown) }]
}

function shown({ name, access, description }: AnyTool) {
  return { name, access, description }
}

function linesOf({ group, summary, inUse, lacks, tools }: Listed): string[] {
  const paint = painter(process.stdout)
  const rows = tools.map(({ name, access, description }) => [
    name,
    access,
    firstSentence(description).split("\n")[0] ?? "",
  ])
  const columns = (process.stdout.columns ?? 100) - 2
  return [
    `${paint("bold", group)}${inUse ? "" : ` (off; --tools ${group})`}: ${summary}`,
    ...tableRows(rows, columns).map((line) => `  ${line.replaceAll("\n", "\n  ")}`),
    ...(lacks ? [`  ${paint("yellow", lacks)}`] : []),
  ]
}
