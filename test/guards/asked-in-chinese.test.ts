import { expect, it, onTestFinished, vi } from "vitest"
import { askApproval } from "../../src/cli/asking/ask-approval.ts"
import type { OpenQuestion } from "../../src/protocol/log/run.ts"
import { Typist } from "../attacks/typist.ts"

const CALL: Extract<OpenQuestion, { kind: "approval" }> = {
  kind: "approval",
  id: "round-1/task-1/approval",
  tool: "run_in_terminal",
  summary: "Run rm -rf build",
  detail: JSON.stringify({ command: "rm -rf build" }),
  command: "rm -rf build",
  risks: ["unconfined", "deletes"],
  rule: { tool: "run_in_terminal", match: "rm -rf build", decision: "allow" },
}

it("an approval is asked for in the language of whoever is there, with the same keys", async () => {
  vi.stubEnv("LC_ALL", "zh_CN.UTF-8")
  onTestFinished(() => void vi.unstubAllEnvs())
  const typist = new Typist()
  const asked = askApproval(CALL, typist.terminal, new AbortController().signal)
  await typist.wait(2000)
  await typist.type("x")
  await typist.wait(400)
  await typist.type("A")
  await typist.wait(2000)
  expect(await asked).toEqual({ kind: "approval", decision: "remember" })
  const { screen } = typist
  expect(screen).toContain("请注意：在沙箱之外运行、删除整个文件夹")
  expect(screen).toContain(
    "◆  允许 run_in_terminal 吗？\n│  y  是，仅此一次\n│  n  否，并说明原因\n│  l  以后再说：运行等待\n",
  )
  expect(screen).toContain("A  是，在此文件夹中始终允许：run_in_terminal rm -rf build")
  expect(screen).toContain("没有 “x” 这个选项。 请按 y, n, l, R 或 A：")
})
