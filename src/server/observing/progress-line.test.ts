import { expect, it } from "vitest"
import { progressLine } from "./progress-line.ts"

const MISSED = { type: "control.missed", control: "judge_tasks", stage: "", reason: "" } as const

it("says what a model can't do as the terminal does, without our name for it", () => {
  expect(progressLine(MISSED, "en")).toBe('this model can\'t fill in the form "judge tasks"; going on without it')
  expect(progressLine(MISSED, "zh")).toBe("此模型无法填写表单“judge tasks”，改为不用它继续")
})
