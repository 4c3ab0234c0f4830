import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { waterLevel } from "./water-level.ts"

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)
const given = fc.record({
  sizes: fc.array(fc.nat(30_000), { maxLength: 32 }),
  room: fc.integer({ min: 500, max: 25_000 }),
  most: fc.integer({ min: 250, max: 12_000 }),
})

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)

describe("the water level", () => {
  it("leaves what fits, and cuts the largest first", () => {
    expect(waterLevel([100, 200, 300], 1000, 500)).toBe(500)
    expect(waterLevel([100, 5000, 200], 1000, 2000)).toBe(700)
    expect(waterLevel([9000, 5000, 200], 1000, 2000)).toBe(400)
    expect(waterLevel([], 1000, 500)).toBe(500)
  })

  it("fills the room and no more; only what stands above it is cut", () => {
    fc.assert(
      fc.property(given, ({ sizes, room, most }) => {
        const level = waterLevel(sizes, room, most)
        const shown = sizes.map((size) => Math.min(size, level))
        expect(level).toBeLessThanOrEqual(most)
        expect(sum(shown)).toBeLessThanOrEqual(room)
        // Whoever is cut below its limit could not have been given one more token alike.
        const wanting = sizes.filter((size) => Math.min(size, most) > level)
        if (wanting.length > 0) expect(sum(shown) + wanting.length).toBeGreaterThan(room)
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })
})
