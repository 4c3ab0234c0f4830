import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { ModelServer, ServerScript } from "../../src/testing/index.ts"
import type { Place } from "../cli/place.ts"
import { story } from "../cli/scripts.ts"
import { type BoundedEnd, bounded } from "./bounded.ts"

/** What must reach no model and no server. */
export const PRIVATE_WORDS = "elderberry-falls-7731"

/** What people have in their home, beside their projects. */
const OWN: Readonly<Record<string, string>> = {
  ".bashrc": "# mine\n",
  ".ssh/authorized_keys": "# mine\n",
  ".ssh/id_ed25519": `${PRIVATE_WORDS} ssh\n`,
  ".codex/auth.json": `${PRIVATE_WORDS} codex\n`,
  ".claude/.credentials.json": `${PRIVATE_WORDS} claude\n`,
  ".config/gh/hosts.yml": `${PRIVATE_WORDS} gh\n`,
  ".aws/credentials": `${PRIVATE_WORDS} aws\n`,
  ".psql_history": `${PRIVATE_WORDS} psql\n`,
  "other/.env": `${PRIVATE_WORDS} other\n`,
  "other/package.json": "{}\n",
  "other/.git/HEAD": "ref: refs/heads/main\n",
  "other/.git/objects/keep": "",
  "other/.git/refs/keep": "",
  ".oh-my-zsh/oh-my-zsh.sh": "# mine\n",
  ".oh-my-zsh/.git/HEAD": "ref: refs/heads/main\n",
  ".oh-my-zsh/.git/objects/keep": "",
  ".oh-my-zsh/.git/refs/keep": "",
}

/** The project, and what Keelson and the programs of the machine keep for themselves. */
const NOT_THE_USERS = new Set(["project", "state", "config", "outside", ".cache", ".npm", ".local", "keelson-copies"])

/** Makes the folder around a project the home of somebody who has things there. */
export function settle(place: Place): void {
  for (const [path, text] of Object.entries(OWN)) {
    mkdirSync(dirname(join(place.root, path)), { recursive: true })
    writeFileSync(join(place.root, path), text)
  }
}

/** All that the user has outside of the project, by path. */
export function ownThings(place: Place): Record<string, string> {
  const names = readdirSync(place.root).filter((name) => !NOT_THE_USERS.has(name))
  return Object.fromEntries(names.flatMap((name) => things(place.root, name)))
}

function things(root: string, path: string): [string, string][] {
  const entries = readdirSync(dirname(join(root, path)), { withFileTypes: true })
  const entry = entries.find(({ name }) => join(dirname(path), name) === path)
  if (entry?.isDirectory()) return readdirSync(join(root, path)).flatMap((name) => things(root, join(path, name)))
  return [[path, entry?.isFile() ? readFileSync(join(root, path), "utf8") : "no file"]]
}

export const UNTOUCHED: Readonly<Record<string, string>> = OWN

/** Plans of commands, one a round, as a model that was talked into them sends them. */
export function commands(first: string, ...others: readonly string[]): ServerScript {
  const lines = [`echo began > ${BEGAN}; ${first}`, ...others]
  return story({ plans: lines.map((command) => ({ tasks: [task(1, "run_in_terminal", { command })] })) })
}

/** An attack that never ran shows nothing. */
const BEGAN = "began.txt"
export const hasBegun = ({ workspace }: Place): boolean => existsSync(join(workspace, BEGAN))

export function task(id: number, tool: string, input: object): object {
  return { id, tool, arguments: input, depends_on: [] }
}

export type PlayedRun = { readonly end: BoundedEnd; readonly model: ModelServer; readonly sent: string }

/** One run with default settings, as a process. */
export async function playRun(
  place: Place,
  script: ServerScript,
  environment: NodeJS.ProcessEnv = {},
): Promise<PlayedRun> {
  const model = await place.serve(script)
  const words = ["run", "write the note", ...place.modelAt(model)]
  const end = await bounded(place.start(words, { HOME: place.root, ...environment }))
  return { end, model, sent: model.requests.map(({ rawBody }) => rawBody).join("\n") }
}
