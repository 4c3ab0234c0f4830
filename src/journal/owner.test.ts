import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { currentOwner, describeOwner, isDead } from "./owner.ts"

describe("an owner", () => {
  it("is this process, the same each time it is asked", () => {
    expect(currentOwner()).toEqual(currentOwner())
    expect(currentOwner().pid).toBe(process.pid)
    expect(describeOwner({ host: "ada", pid: 7, startedAt: "1" })).toBe("process 7 on ada")
  })

  it("is not dead while it runs, nor while nobody can tell", () => {
    expect(isDead(currentOwner())).toBe(false)
    expect(isDead({ ...currentOwner(), host: "elsewhere.example", pid: endedProcess() })).toBe(false)
  })

  it("is dead when its process has ended", () => {
    expect(isDead({ ...currentOwner(), pid: endedProcess() })).toBe(true)
  })

  it.runIf(existsSync("/proc/self/stat"))("is dead when another process has its id now", () => {
    expect(currentOwner().startedAt).toMatch(/^\d+$/)
    expect(isDead({ ...currentOwner(), startedAt: "1" })).toBe(true)
  })
})

function endedProcess(): number {
  return spawnSync(process.execPath, ["-e", ""]).pid
}
