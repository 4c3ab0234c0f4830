import { expect, it } from "vitest"
import { type CheckView, EMPTY_RUN, type RunView, type TaskView } from "../../../view/run-view.ts"
import { isSpokenFor } from "./spoken-for.ts"

function task(number: number, title: string, part: Partial<TaskView> = {}): TaskView {
  const own = { key: `turn-${number}/task-1`, id: 1, number, tool: "run_in_terminal", title } as const
  return { ...own, status: "failed", ms: 0, digest: "", changes: [], startedAt: 0, ...part }
}

const EDIT = task(2, "Edit a.ts", { tool: "edit_file", changes: [{ path: "a.ts", before: "1", after: "2" }] })
const check = (command: string, status: CheckView["status"]): CheckView =>
  ({ name: command, command, status, ms: 0, failing: [], stage: "" }) as const

function isSpoken(title: string, { isBefore = false, checks = [check("npm run test", "passed")] } = {}): boolean {
  const failed = task(1, title)
  const view: RunView = { ...EMPTY_RUN, checks, tasks: [failed, ...(isBefore ? [EDIT] : [])] }
  return isSpokenFor(failed, view)
}

it("leaves what a check of the project ran to the check", () => {
  expect(isSpoken("Run npm test 2>&1 | tail -20")).toBe(true)
  expect(isSpoken("Run cd . && npm run test")).toBe(true)
  expect(isSpoken("Run npm test; npm run lint")).toBe(false)
  const lint = [check("npm run test", "passed"), check("npm run lint", "failed")]
  expect(isSpoken("Run npm test; npm run lint", { checks: lint })).toBe(true)
  expect(isSpoken("Run npm test", { checks: [check("npm run test", "broken")] })).toBe(false)
})

it("counts no look at red tests before something was changed", () => {
  expect(isSpoken("Run node --test test/a.test.js", { isBefore: true })).toBe(true)
  expect(isSpoken("Run python3 -m pytest -q tests/a.py", { isBefore: true })).toBe(true)
  expect(isSpoken("Run node --test test/a.test.js")).toBe(false)
})

it("keeps what did anything else, or is not known whole", () => {
  expect(isSpoken("Run npm ci && npm test", { isBefore: true })).toBe(false)
  expect(isSpoken("Run node --test test/a.test.js && npm publ…", { isBefore: true })).toBe(false)
  expect(isSpoken("Run make deploy", { isBefore: true })).toBe(false)
})
