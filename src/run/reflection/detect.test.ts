import { describe, expect, it } from "vitest"
import { run, stale, turn, watched } from "../../../test/support/reflection-fixture.ts"
import { detect } from "./detect.ts"

describe("detect", () => {
  it("escalates within a stage and an epoch", () => {
    const first = detect(watched([[run("a")], [stale("a")]]))
    expect(first).toMatchObject({ level: "guidance", stage: "phase-1/round-2" })
    const again = (epoch: number) =>
      detect(watched([[run("a")], turn(2, [stale("a")], { alarm: first }), turn(3, [stale("a")], { epoch })]))
    expect(again(1)).toMatchObject({ level: "replan" })
    expect(again(2)).toMatchObject({ level: "guidance" })
  })

  it("ends a stage, but not one that is the whole run", () => {
    const alarm = detect(watched([[run("a")], [stale("a")]]))
    const loop = (path: string) =>
      [1, 2, 3].map((number) =>
        turn(number, [stale("a")], { id: `${path}${number}`, alarm: number < 3 ? alarm : undefined }),
      )
    expect(detect(watched(loop("phase-1/round-")))).toMatchObject({ level: "fail" })
    expect(detect(watched(loop("turn-")))).toMatchObject({ level: "replan" })
  })

  it("waiting is no loop, for a while", () => {
    const wait = (number: number) => turn(number, [stale("wait_for build", { tool: "wait_for" })])
    const waits = (count: number) => Array.from({ length: count }, (_, index) => wait(index + 1))
    expect(detect(watched(waits(10)))).toBeUndefined()
    expect(detect(watched(waits(13)))).toMatchObject({ detector: "repeated_call" })
    const sleep = [stale("run", { command: "sleep 30 && tail -1 build.log" })]
    expect(detect(watched([sleep, sleep, sleep]))).toBeUndefined()
  })
})
