import { execFileSync } from "node:child_process"
import { expect, test } from "vitest"
import { completionFor, SHELLS } from "../../src/cli/program/completion.ts"
import { parseArgv } from "../../src/cli/program/parse-argv.ts"
import { buildProgram, commandNames } from "../../src/cli/program.ts"
import { place } from "./keelson.ts"

test("help is grouped, common flags come first, and topics are told in the user's language", async () => {
  const here = place()
  const { stdout } = await here.keelson("help", "run")
  const heads = [...stdout.matchAll(/^(\w.*):$/gm)].map(([, head]) => head)
  expect(heads).toEqual(["Arguments", "Common options", "More options", "Limits", "Options"])
  expect(stdout).toContain("stepwise")
  expect(stdout.indexOf("--approve")).toBeLessThan(stdout.indexOf("--base-url"))
  const topic = await here.start(["help", "pipes"], { LANG: "zh_CN.UTF-8" }).end
  expect(topic).toMatchObject({ code: 0, stdout: expect.stringContaining("标准输出给出答案") })
  expect(await here.keelson("help", "frobnicate")).toMatchObject({ code: 2, stderr: expect.stringContaining("pipes") })
})

test("what is no command is a request, help for oneself among it", () => {
  const names = commandNames(buildProgram("1"))
  expect(parseArgv(["help", "me", "with", "this"], names)[0]).toBe("run")
  expect(parseArgv(["help", "runs"], names)[0]).toBe("help")
  expect(parseArgv(["--model", "x"], names)[0]).toBe("run")
  expect(parseArgv(["fix"], names)).toEqual(["run", "fix"])
  expect(() => parseArgv(["dif"], names)).toThrow(/Did you mean: keelson diff\?/)
})

test("shells complete commands and flags", () => {
  const program = buildProgram("1")
  for (const shell of SHELLS) expect(completionFor(shell, program)).toContain("completion")
  expect(completionFor("fish", program)).toMatch(
    /seen_subcommand_from run" -l approve -x -a 'ask edits full read-only'/,
  )
  const typed = (words: string, at: number) =>
    execFileSync("bash", [
      "-c",
      `${completionFor("bash", program)}\nCOMP_WORDS=(${words}); COMP_CWORD=${at}; _keelson; echo "\${COMPREPLY[@]}"`,
    ])
      .toString()
      .trim()
  expect(typed("keelson un", 1)).toBe("undo")
  expect(typed("keelson undo --re", 2)).toBe("--redo")
  expect(typed("keelson fix --app", 2)).toBe("--approve")
})
