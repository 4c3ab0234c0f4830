import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { ChildPool } from "../../src/tools/child/child-pool.ts"
import {
  type AnyTool,
  type PreparedChange,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
} from "../../src/tools/tool.ts"
import { openWorkspace, type Workspace } from "../../src/tools/workspace/workspace.ts"

type ContextOptions = Partial<Pick<ToolContext, "signal" | "report" | "sandbox" | "clock" | "children">>

/** For tests: a workspace in a temporary folder, with a neighbour folder that no tool may reach. */
export type Fixture = AsyncDisposable & {
  readonly workspace: Workspace
  readonly outside: string
  path(name: string): string
  /** Runs a tool as the engine would: schema first; a change is applied. */
  run(tool: AnyTool, input: unknown, options?: ContextOptions): Promise<string>
  /** The message of the failure that the call must end in. */
  fail(tool: AnyTool, input: unknown, options?: ContextOptions): Promise<string>
  prepare(tool: AnyTool, input: unknown): Promise<PreparedChange>
}

/** Makes a workspace with these files; a name that ends in `/` is an empty folder. */
export async function makeFixture(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  parent = tmpdir(),
): Promise<Fixture> {
  const folder = await mkdtemp(join(parent, "keelson-test-"))
  const root = join(folder, "workspace")
  const outside = join(folder, "outside")
  for (const path of [root, outside]) await mkdir(path)
  await writeFile(join(outside, "secret.txt"), "outside")
  for (const [name, content] of Object.entries(files)) await addFile(join(root, name), content)
  const workspace = await openWorkspace(root)
  const children = new ChildPool()
  const context = { workspace, signal: new AbortController().signal, report: () => {}, children }
  return {
    workspace,
    outside,
    path: (name) => join(workspace.root, name),
    run: (tool, input, options) => runTool(tool, input, { ...context, ...options }),
    fail: (tool, input, options) => runTool(tool, input, { ...context, ...options }).then(refuseSuccess, expectFailure),
    prepare: (tool, input) => prepareChange(tool, input, context),
    async [Symbol.asyncDispose]() {
      await children[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function addFile(path: string, content: string | Uint8Array): Promise<void> {
  if (path.endsWith("/")) {
    await mkdir(path, { recursive: true })
    return
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

async function runTool(tool: AnyTool, input: unknown, context: ToolContext): Promise<string> {
  if (tool.repeat === "check") {
    const change = await prepareChange(tool, input, context)
    await change.apply()
    return change.output
  }
  const output: string | ToolOutput = await tool.execute(tool.input.parse(input), context)
  return typeof output === "string" ? output : output.text
}

async function prepareChange(tool: AnyTool, input: unknown, context: ToolContext): Promise<PreparedChange> {
  if (tool.repeat !== "check") throw new TypeError(`Tool "${tool.name}" does not prepare changes.`)
  return tool.prepare(tool.input.parse(input), context)
}

function refuseSuccess(text: string): never {
  throw new Error(`The call should have failed but returned: ${text}`)
}

function expectFailure(error: unknown): string {
  if (error instanceof ToolFailure) return error.message
  throw error
}
