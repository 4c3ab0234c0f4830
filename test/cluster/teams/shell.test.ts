import { describe, expect, it } from "vitest"
import { connected } from "../../cli/mcp-client.ts"
import { direct } from "../../cli/scripts.ts"
import { house, started } from "./house.ts"

const { there, database, person, people, server, model } = await house(direct("There is a README."))
const keelson = (...words: readonly string[]) => there.start(words, { KEELSON_DATABASE: database }).end

describe("keelson token and tenant", () => {
  it("give out a token once, which opens the server, and take it back", async () => {
    const added = await keelson("token", "add", "ann", "--role", "view", "--tenant", "blue", "-C", there.workspace)
    expect([added.code, added.stdout.trim()]).toEqual([0, expect.stringMatching(/^[\w-]{43}$/)])
    const headers = { authorization: `Bearer ${added.stdout.trim()}` }
    const settings = async () => fetch(new URL("/api/settings", server.url), { headers })
    expect(((await (await settings()).json()) as { you: object }).you).toEqual({
      ...{ name: "ann", role: "view", tenant: "blue" },
      places: [there.workspace],
    })
    const again = await keelson("token", "add", "ann")
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('There is a token "ann" already')])
    const listed = await keelson("token", "list")
    expect(listed.stdout).toBe(`ann  view  blue  ${there.workspace}\n`)
    expect(listed.stdout).not.toContain(added.stdout.trim())
    expect((await keelson("token", "remove", "ann")).code).toBe(0)
    await expect.poll(async () => (await settings()).status).toBe(401)
    const nobody = await there.keelson("token", "list")
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining("KEELSON_DATABASE")])
  })

  it("set what a tenant may have, and say what it spent", async () => {
    const set = await keelson("tenant", "blue", "--weight", "2", "--max-runs", "3", "--max-cost", "5")
    expect(set.stdout).toBe("blue  weight 2  3 at once  today $0.00 of $5  0 tokens\n")
    const freed = await keelson("tenant", "blue", "--max-runs", "none", "--json")
    expect(JSON.parse(freed.stdout)).toMatchObject([{ name: "blue", weight: 2, maxRuns: null, maxCost: 5 }])
  })
})

describe("a run that waits for a worker", () => {
  it("says where it stands in the shell, in both languages", async () => {
    const id = await started(await person("bea", { tenant: "red" }))
    const waits = "waits for a worker: none is there (place 1)"
    expect((await keelson("runs")).stdout).toContain(waits)
    const shown = await keelson("show", id)
    expect(shown.stdout).toContain(waits)
    const chinese = await there.start(["show", id], { KEELSON_DATABASE: database, LC_ALL: "zh_CN.UTF-8" }).end
    expect(chinese.stdout).toContain("目前没有（第 1 位）")
  })
})

describe("keelson mcp with a person's token", () => {
  it("sees what is theirs, and does what they may", async () => {
    const token = await people.add({ name: "mia", tenant: "green", role: "view", places: [] })
    const other = await started(await person("bob", { tenant: "red" }))
    const own = await started(await person("gil", { tenant: "green" }))
    Object.assign(there.environment, { KEELSON_DATABASE: database, KEELSON_TOKEN: token })
    await using client = await connected(there, ...there.modelAt(model))
    expect(await client.call("get_run", { run_id: own })).toMatchObject({ run_id: own })
    expect(await client.refusal("get_run", { run_id: other })).toContain(other)
    expect(await client.refusal("cancel", { run_id: own })).toContain('needs the role "run"')
    expect(await client.refusal("run_task", { request: "Look", wait_s: 0 })).toContain('needs the role "run"')
  })
})
