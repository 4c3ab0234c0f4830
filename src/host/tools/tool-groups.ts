import { join } from "node:path"
import type { Config, ToolGroup } from "../../config.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import { BUILT_IN } from "../../tools/built-in.ts"
import { collectSecrets } from "../../tools/secrets/secret-variables.ts"
import { Secrets } from "../../tools/secrets/secrets.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { SetupError } from "../errors/setup-error.ts"

/** What tools are made with. */
type Making = Pick<Config, "search" | "allowHosts" | "environment" | "stateFolder">

/** Tools that belong together; nothing of them is loaded before they are wanted. */
export type ToolGroupEntry = {
  readonly name: ToolGroup
  readonly summary: string
  /** What the group's tools may be called: a resumed run is given its groups by these names. */
  readonly names: readonly string[]
  /** What is missing for some of it, in words; `undefined` if nothing is. */
  readonly lacks?: (making: Making) => string | undefined
  readonly load: (making: Making) => Promise<readonly AnyTool[]>
}

/** In an order that never changes: it is that of the tools in every prompt. */
export const TOOL_GROUPS: readonly ToolGroupEntry[] = [
  {
    name: "code",
    summary: "files, search and commands",
    names: Object.keys(BUILT_IN.code),
    load: async () => (await import("../../tools/code/index.ts")).codingTools,
  },
  {
    name: "data",
    summary: "datasets, SQL, charts, and code with plots",
    names: Object.keys(BUILT_IN.data),
    load: async () => (await import("../../tools/data/index.ts")).dataTools,
  },
  {
    name: "web",
    summary: "search and pages",
    names: Object.keys(BUILT_IN.web),
    lacks: ({ search }) =>
      search ? undefined : 'web_search needs a provider: put "search" into your own config (searxng, brave or tavily)',
    load: webTools,
  },
  {
    name: "documents",
    summary: "PDF and slides from Markdown",
    names: Object.keys(BUILT_IN.documents),
    load: async () => (await import("../../tools/creation/index.ts")).creationTools,
  },
  {
    name: "memory",
    summary: "notes for later runs in the same folder",
    names: Object.keys(BUILT_IN.memory),
    lacks: ({ stateFolder }) => (stateFolder === IN_MEMORY ? "it needs a state folder to keep notes in" : undefined),
    load: memoryTools,
  },
  {
    name: "pictures",
    summary: "pictures, pages of PDF files and of a local server, shown to the model",
    names: Object.keys(BUILT_IN.pictures),
    load: async () => (await import("../../tools/pictures/index.ts")).pictureTools,
  },
]

/** The tools of these groups, in the order of the list above. */
export async function toolsOfGroups(groups: readonly ToolGroup[], making: Making): Promise<AnyTool[]> {
  const wanted = TOOL_GROUPS.filter(({ name }) => groups.includes(name))
  return (await Promise.all(wanted.map(({ load }) => load(making)))).flat()
}

/** The groups that tools of these names come from. */
export function groupsWith(names: readonly string[]): ToolGroup[] {
  return TOOL_GROUPS.filter((group) => group.names.some((name) => names.includes(name))).map(({ name }) => name)
}

async function webTools({ search, allowHosts, environment }: Making): Promise<readonly AnyTool[]> {
  const { researchTools } = await import("../../tools/research/index.ts")
  const secrets = new Secrets(collectSecrets(environment))
  if (!search) return researchTools({ allow: allowHosts, secrets })
  const { provider, url, key_env } = search
  const key = key_env === undefined ? undefined : environment[key_env]
  if (key_env !== undefined && !key) throw new SetupError(`search: the variable ${key_env} of your config is not set.`)
  const options = { provider, ...(url ? { url } : {}), ...(key ? { key } : {}) }
  try {
    return researchTools({ search: options, allow: allowHosts, secrets })
  } catch (error) {
    if (error instanceof TypeError) throw new SetupError(`search: ${error.message}`)
    throw error
  }
}

async function memoryTools({ stateFolder, environment }: Making): Promise<readonly AnyTool[]> {
  if (stateFolder === IN_MEMORY) return []
  const { memoryTool } = await import("../../tools/memory/index.ts")
  return [memoryTool(join(stateFolder, "memory"), new Secrets(collectSecrets(environment)))]
}
