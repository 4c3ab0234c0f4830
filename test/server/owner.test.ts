import { describe, expect, it } from "vitest"
import type { OwnersDesk } from "../../src/server/runs/owner.ts"
import { ringer } from "./models.ts"
import { place } from "./place.ts"

/** Nothing of it may be reached. */
const NOBODYS: OwnersDesk = {
  config: async () => ({ settings: [], own: {}, user_file: "", project_file: "", providers: [] }),
  keep: () => Promise.reject(new Error("It was kept.")),
  keepKey: () => Promise.reject(new Error("It was kept.")),
  prune: () => Promise.reject(new Error("They were removed.")),
}

const CHANGES = [
  ["/api/keys", { provider: "openai", key: "sk-0123456789" }],
  ["/api/config", { key: "approve", value: "full", confirmed: true }],
  ["/api/prune", { keep: 0, runs: [] }],
] as const

describe("what is the owner's", () => {
  it("is not changed over a server that asks nobody for a token, which says why", async () => {
    await using there = await place({ model: ringer() })
    const { url } = await there.another({ host: { ...there.host, owner: NOBODYS }, token: null })
    for (const [path, body] of CHANGES) {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      const reply = await fetch(new URL(path, url), init)
      const { error } = (await reply.json()) as { error: { code: string; message: string } }
      expect([path, reply.status, error.code]).toEqual([path, 403, "owner_open"])
      expect(error.message).toContain("without a token")
    }
    expect(await (await fetch(new URL("/api/config", url))).json()).toMatchObject({ refusal: "open" })
  })

  it("is not there where a program decides it, and neither are demo and comparisons", async () => {
    await using there = await place({ model: ringer() })
    expect((await there.fetch("/api/config")).status).toBe(404)
    expect((await there.post("/api/demo", {})).status).toBe(404)
    const settings = (await (await there.fetch("/api/settings")).json()) as { offers: string[] }
    expect(settings.offers).toEqual([])
    const compared = await there.post("/api/comparisons", { request: "x", strategies: ["react", "todo"] })
    expect(compared.status).toBe(409)
  })
})
