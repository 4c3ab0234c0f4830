import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { shorten } from "../code/text/text.ts"
import { type CommandOptions, type CommandResult, runCommand } from "../process/run-command.ts"
import { defineTool, ToolFailure } from "../tool.ts"
import { collectFigures } from "./figures.ts"
import { PYTHON_PRELUDE } from "./python-prelude.ts"
import { Scratch } from "./scratch.ts"

const NO_PYTHON = "keelson: there is no python3"
// By the shell: it finds python3 where the sandbox has it, and says so where it has none.
const START_PYTHON = `command -v python3 >/dev/null || { echo "${NO_PYTHON}"; exit 127; }; exec python3 -c "$0"`

const PROGRAMS = {
  python: { name: "Python", command: ["/bin/sh", "-c", START_PYTHON, PYTHON_PRELUDE] },
  // Without a type Node finds out by itself whether the code imports or requires.
  javascript: { name: "JavaScript", command: [process.execPath, "-"] },
} as const

/** Runs code as a program of its own, confined like any command. Images that it leaves in the figures' folder are kept. */
export const runCode = defineTool({
  name: "run_code",
  description:
    "Run Python 3 or JavaScript (Node.js) in the workspace root; variables are not kept. Only what it prints comes back. Images saved in the folder that the variable KEELSON_FIGURES names, and open matplotlib figures, are kept for the user.",
  input: z.object({ language: z.enum(["python", "javascript"]), code: z.string().min(1) }),
  access: "execute",
  traits: BUILT_IN.data.run_code,
  repeat: "never",
  title: ({ language, code }) => `Run ${PROGRAMS[language].name}: ${shorten(code.trim(), 80)}`,

  async execute({ language, code }, context) {
    await using scratch = new Scratch()
    const folder = await scratch.folder()
    const { command } = PROGRAMS[language]
    const options = { command, cwd: ".", stdin: code, env: environment(folder), writable: [folder] }
    const end = await runCommand(context, options satisfies CommandOptions)
    refuseFailure(end)
    const { figures, notes } = await collectFigures(folder)
    const text = [end.output === "" ? "Done, without output." : end.output, ...notes].join("\n")
    return { text, artifacts: figures }
  },
})

function environment(figures: string): Record<string, string> {
  return { KEELSON_FIGURES: figures, MPLBACKEND: "Agg", PYTHONDONTWRITEBYTECODE: "1", PYTHONUTF8: "1" }
}

function refuseFailure({ exitCode, signal, output, timedOut }: CommandResult): void {
  if (timedOut) throw new ToolFailure(`Stopped at the time limit. Output so far:\n${output}`.trimEnd())
  if (exitCode === 0) return
  if (output.startsWith(NO_PYTHON)) {
    throw new ToolFailure('Python is not installed here (no python3 on the PATH). Use language: "javascript".')
  }
  const how = exitCode === null ? `Killed by ${signal}.` : `Exit code ${exitCode}.`
  throw new ToolFailure(`${how}\n${output}`.trimEnd())
}
