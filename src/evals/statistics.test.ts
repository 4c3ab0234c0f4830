import { describe, expect, it } from "vitest"
import { chanceOf, medianOf, passAt, shareOf } from "./statistics.ts"

describe("a share", () => {
  it("has Wilson's interval", () => {
    expect(shareOf(8, 10)).toEqual({
      value: 0.8,
      low: expect.closeTo(0.4902, 3),
      high: expect.closeTo(0.9433, 3),
    })
  })

  it("is not certain for having been seen always or never", () => {
    expect(shareOf(3, 3)).toEqual({ value: 1, low: expect.closeTo(0.4385, 3), high: 1 })
    expect(shareOf(0, 3)).toEqual({ value: 0, low: 0, high: expect.closeTo(0.5615, 3) })
    expect(shareOf(0, 0)).toBeNull()
  })
})

describe("a median", () => {
  it("lies between the ends where there are few values", () => {
    expect(medianOf([3, 1, 2])).toEqual({ value: 2, low: 1, high: 3 })
    expect(medianOf([4, 1, 2, 3])?.value).toBe(2.5)
    expect(medianOf([])).toBeNull()
  })

  it("leaves out what chance allows where there are many", () => {
    // Of ten values the second and the ninth, as tables of the sign test have it.
    expect(medianOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ value: 5.5, low: 2, high: 9 })
    expect(medianOf([1, 2, 3, 4, 5, 6])).toEqual({ value: 3.5, low: 1, high: 6 })
  })
})

describe("pass@k", () => {
  it("is the share for one, and without bias for more", () => {
    expect(passAt(1, 1, 4)).toBe(0.25)
    expect(passAt(2, 1, 4)).toBeCloseTo(0.5)
    expect(passAt(3, 0, 3)).toBe(0)
    expect(passAt(4, 1, 4)).toBe(1)
    expect(passAt(5, 1, 4)).toBeNull()
  })
})

describe("chance", () => {
  it("is Fisher's exact test", () => {
    expect(chanceOf([1, 10], [8, 10])).toBeCloseTo(0.0055, 3)
    expect(chanceOf([5, 10], [5, 10])).toBeCloseTo(1)
    expect(chanceOf([0, 1], [1, 1])).toBeCloseTo(1)
  })
})
