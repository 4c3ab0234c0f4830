import type { Project } from "../project.ts"

/** How a project's scripts and programs are started. */
export type PackageManager = {
  readonly name: string
  /** The one that the project is for, where this one stands in for it. */
  readonly wanted?: string
  /** A script, with further arguments for it. */
  script(name: string, extra?: string): string
  /** A program of an installed package; never downloads one. */
  program(command: string): string
}

const NPM: PackageManager = {
  name: "npm",
  script: (name, extra) => (extra ? `npm run ${name} -- ${extra}` : `npm run ${name}`),
  program: (command) => `npx --no-install ${command}`,
}

const OTHERS: Readonly<Record<string, PackageManager>> = {
  pnpm: plain("pnpm", "exec"),
  yarn: plain("yarn", "run"),
  bun: plain("bun", "run"),
}

const LOCK_FILES = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
] as const

/** Lock files of every package manager, the first that exists counts. */
export const LOCK_FILE_NAMES: readonly string[] = LOCK_FILES.map(([file]) => file)

/**
 * By the `packageManager` field, then by lock file. One that this machine lacks is stood in for by npm, whose `run` does the same for the
 * script of one package; `wanted` is the one that its workspaces need.
 */
export async function packageManagerOf(project: Project, field: unknown): Promise<PackageManager> {
  const named = typeof field === "string" ? /^[a-z]+/.exec(field)?.[0] : undefined
  const name = named ?? (await byLockFile(project))
  const other = OTHERS[name]
  if (other === undefined) return NPM
  return (await project.hasProgram(name)) ? other : { ...NPM, wanted: name }
}

async function byLockFile(project: Project): Promise<string> {
  for (const [file, name] of LOCK_FILES) if (await project.exists(file)) return name
  return "npm"
}

function plain(name: string, exec: string): PackageManager {
  return {
    name,
    script: (script, extra) => (extra ? `${name} run ${script} ${extra}` : `${name} run ${script}`),
    program: (command) => `${name} ${exec} ${command}`,
  }
}
