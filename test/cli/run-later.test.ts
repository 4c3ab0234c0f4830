import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { confinedTest } from "../attacks/confined.ts"
import { place } from "./keelson.ts"
import { story } from "./scripts.ts"

const CI = ".github/workflows/ci.yml"

const task = (id: number, path: string) => ({
  id,
  tool: "write_file",
  arguments: { path, content: "on: push\n" },
  depends_on: [],
})

describe("a file that other programs run later, on the command line", () => {
  confinedTest("waits for a yes with the default policy, and is marked wherever changes are listed", async () => {
    const home = place()
    const plans = [0, 5, 10].map((first) => ({
      tasks: [1, 2, 3, 4, 5].map((id) => task(id, `a${first + id}.txt`)),
    }))
    const server = await home.serve(story({ plans: [...plans, { tasks: [task(1, CI)] }] }))
    const asked = await home.keelson("run", "Add a workflow", ...home.modelAt(server))
    expect(asked.code).toBe(3)
    expect(asked.stderr + asked.stdout).toContain("runs by itself later")
    expect(existsSync(join(home.workspace, CI))).toBe(false)

    const done = await home.keelson("answer", "--allow", ...home.modelAt(server))
    expect(done.code).toBe(0)
    expect(existsSync(join(home.workspace, CI))).toBe(true)
    const listed = done.stderr.split("\n").filter((line) => /\+\d+ −\d+/.test(line))
    expect(listed[0]).toMatch(/^ {2}\.github\/workflows\/ci\.yml +\+1 −0 {2}new {2}runs later: CI$/)
    expect(done.stderr).toMatch(/^\S*Files changed:\S*\n {2}\.github\/workflows\/ci\.yml /m)

    for (const flags of [[], ["--stat"], ["--patch"]]) {
      const diff = await home.keelson("diff", ...flags)
      expect(diff.stderr).toBe(`keelson: ${CI} – runs later: CI\n`)
      expect(diff.stdout).not.toContain("runs later")
    }
    const { stdout } = await home.keelson("report", "--md", "--output", "-")
    expect(stdout).toContain(`- \`${CI}\` – **runs later: CI**\n- \`a1.txt\`\n`)
  })

  it("is written without a question where everything is allowed, or a rule of the user's names it", async () => {
    for (const more of [["--approve", "full"], []]) {
      const home = place()
      const rules = [{ tool: "write_file", match: ".github/**", decision: "allow" }]
      const config = home.write("../config/keelson/config.json", JSON.stringify({ approve: "edits", rules }))
      expect(existsSync(config)).toBe(true)
      const server = await home.serve(story({ plans: [{ tasks: [task(1, CI)] }] }))
      const { code } = await home.keelson("run", "Add a workflow", ...more, ...home.modelAt(server))
      expect({ more, code }).toEqual({ more, code: 0 })
      expect(existsSync(join(home.workspace, CI))).toBe(true)
    }
  })
})
