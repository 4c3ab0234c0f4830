import { expect, it } from "vitest"
import { age, amount, clock, dollars, duration } from "./units.ts"

it("says times in the unit that fits, without a 60th second", () => {
  expect([850.4, 4230, 9990, 59_400, 59_700, 185_000, 3_599_900, 7_440_000].map(duration)).toEqual([
    ...["850 ms", "4.2 s", "10 s", "59 s", "1 m 00 s", "3 m 05 s", "1 h 00 m", "2 h 04 m"],
  ])
  expect([7000, 62_000, 3_723_000].map(clock)).toEqual(["0:07", "1:02", "1:02:03"])
})

it("says amounts, sums and ages", () => {
  expect([980, 12_340, 99_990, 123_400, 1_234_000].map(amount)).toEqual(["980", "12.3k", "100k", "123k", "1.2M"])
  expect([null, 0, 0.0123, 1.5].map(dollars)).toEqual(["–", "$0.00", "$0.0123", "$1.50"])
  const ages = [30_000, 5 * 60_000, 3 * 3_600_000, 72 * 3_600_000]
  expect(ages.map((ms) => age(ms))).toEqual(["just now", "5 min ago", "3 h ago", "3 days ago"])
  expect(ages.map((ms) => age(ms, "zh"))).toEqual(["刚刚", "5 分钟前", "3 小时前", "3 天前"])
})
