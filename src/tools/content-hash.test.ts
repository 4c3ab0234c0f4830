import { expect, it } from "vitest"
import { makeFixture } from "../../test/support/tool-fixture.ts"
import { contentHash, fileHash } from "./content-hash.ts"

it("gives the same hash for a text, its bytes and a file of it; null for no file", async () => {
  await using fixture = await makeFixture({ "a.txt": "grüße" })
  expect(contentHash("grüße")).toMatch(/^[0-9a-f]{32}$/)
  expect(contentHash(Buffer.from("grüße"))).toBe(contentHash("grüße"))
  expect(await fileHash(fixture.path("a.txt"))).toBe(contentHash("grüße"))
  expect(await fileHash(fixture.path("b.txt"))).toBeNull()
  await expect(fileHash(fixture.path("."))).rejects.toThrow("is a folder")
})
