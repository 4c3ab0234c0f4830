import { totalmem } from "node:os"
import { fileURLToPath } from "node:url"
import { findProgram } from "../programs/find-program.ts"
import type { Sandbox } from "../sandbox/sandbox.ts"

/** How a child is held. */
export type ChildLimits = {
  /** What it may have in memory. The system counts what is asked for instead, so it is given some more. */
  readonly memoryBytes: number
  /** False: without the system's own limits, as on a machine that has none. */
  readonly useSystem?: boolean
}

export const DEFAULT_LIMITS: ChildLimits = { memoryBytes: Math.min(2 ** 31, Math.floor(totalmem() / 2)) }

const MEGABYTE = 2 ** 20
/** What Node and DuckDB ask the system for and don't use: stacks of threads, and room to grow. The kernel counts it as data. */
const UNUSED_BYTES = 1024 * MEGABYTE

/** Bundled or not, the child's own code stands beside this file's. */
const ENTRY = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./parser-child.ts" : "./parser-child.js", import.meta.url),
)

/**
 * The command that starts a child. On Linux the kernel limits its memory and ends it with us. In a run whose commands are confined, so is
 * it: everything is read-only but `scratch`, there is no network, and no process outside can be seen.
 */
export function childCommand(limits: ChildLimits, scratch: string, sandbox: Sandbox | null | undefined): string[] {
  const { memoryBytes, useSystem = true } = limits
  // Address space would be the wrong measure: V8 reserves far more than it uses.
  const heap = `--max-old-space-size=${Math.floor(memoryBytes / 2 / MEGABYTE)}`
  const node = [process.execPath, heap, "--disable-warning=ExperimentalWarning", ENTRY]
  const prlimit = useSystem ? findProgram("prlimit") : undefined
  const bwrap = useSystem && sandbox?.name === "bubblewrap" ? findProgram("bwrap") : undefined
  const setpriv = useSystem ? findProgram("setpriv") : undefined
  // Without them the child watches itself, which takes some time and memory.
  if (!prlimit || !(bwrap ?? setpriv)) return [...node, String(memoryBytes)]
  const limited = [prlimit, `--data=${memoryBytes + UNUSED_BYTES}`, "--core=0", "--", ...node]
  if (bwrap) return [bwrap, ...CONFINED, "--bind", scratch, scratch, "--chdir", "/", "--", ...limited]
  return [setpriv as string, "--pdeathsig", "KILL", "--", ...limited]
}

const CONFINED = [
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  ...["--unshare-all", "--unshare-user", "--cap-drop", "ALL", "--new-session", "--die-with-parent"],
]

/** What a child needs to know of its surroundings: where its folder for temporary files is, and where fonts are. No keys, no loaders. */
export function childEnvironment(scratch: string): NodeJS.ProcessEnv {
  const passed = ["PATH", "HOME", "LANG", "LC_ALL", "XDG_DATA_HOME", "XDG_DATA_DIRS", "FONTCONFIG_PATH", "TZ"]
  const windows = ["SYSTEMROOT", "WINDIR", "LOCALAPPDATA", "USERPROFILE"]
  const own = [...passed, ...windows].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(own), TMPDIR: scratch, TEMP: scratch, TMP: scratch }
}
