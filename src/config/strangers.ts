import { createHash } from "node:crypto"
import { statSync } from "node:fs"
import { join, relative, resolve, sep } from "node:path"
import { digestOf } from "../journal/stable-json.ts"
import type { McpServers } from "../mcp/mcp-servers.ts"
import { readPlainFileSync } from "../tools/workspace/plain-file.ts"
import { PROJECT_CODE, PROJECT_FILE } from "./files.ts"

/** Something of a workspace that would be run on the user's machine, by what it is and what it holds. */
export type Stranger = { readonly name: string; readonly hash: string }

/** The settings' code, the servers that the settings name, and the files of the workspace that those servers are started with. */
export function strangersIn(workspace: string, servers: McpServers): Stranger[] {
  const code = codeFileOf(workspace)
  const named = Object.keys(servers).length > 0
  return [
    ...(code ? [fileStranger(workspace, join(workspace, code))] : []),
    ...(named ? [{ name: `${PROJECT_FILE} (mcp)`, hash: digestOf(servers) }] : []),
    ...filesStarted(workspace, servers).map((path) => fileStranger(workspace, path)),
  ]
}

/** The code that a project configures itself with; the first of the usual names. */
export function codeFileOf(workspace: string): string | undefined {
  return PROJECT_CODE.find((name) => isFile(join(workspace, name)))
}

function filesStarted(workspace: string, servers: McpServers): string[] {
  const words = Object.values(servers).flatMap((server) =>
    "command" in server ? [server.command, ...server.args].map((word) => ({ word, cwd: server.cwd ?? "." })) : [],
  )
  const paths = words.map(({ word, cwd }) => resolve(workspace, cwd, word))
  return [...new Set(paths)].filter((path) => path.startsWith(workspace + sep) && isFile(path))
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function fileStranger(workspace: string, path: string): Stranger {
  return { name: relative(workspace, path).split(sep).join("/"), hash: hashOf(path) }
}

const LARGEST_BYTES = 50_000_000

function hashOf(path: string): string {
  try {
    return createHash("sha256")
      .update(readPlainFileSync(path, { maxBytes: LARGEST_BYTES, followLink: true }))
      .digest("hex")
  } catch {
    return "unreadable"
  }
}
