import { expect, it } from "vitest"
import { isDateFormat, toMoment } from "./dates.ts"

it.each([
  [45292, false, "date", "2024-01-01"],
  [1, false, "date", "1900-01-01"],
  [59, false, "date", "1900-02-28"],
  [61, false, "date", "1900-03-01"],
  [43830, true, "date", "2024-01-01"],
  [45292.5, false, "timestamp", "2024-01-01 12:00:00.000"],
  [45292.000011574, false, "timestamp", "2024-01-01 00:00:01.000"],
  [0.25, false, "time", "06:00:00"],
])("day %d (1904: %s) is the %s %s", (serial, startsIn1904, kind, text) => {
  expect(toMoment(serial, startsIn1904)).toEqual({ kind, text })
})

it.each([
  [0, undefined, false],
  [14, undefined, true],
  [22, undefined, true],
  [49, undefined, false],
  [164, "yyyy-mm-dd", true],
  [164, '0.00 "days"', false],
  [164, "[Red]#,##0;[Blue]-#,##0", false],
  [164, "[h]:mm", true],
  [164, "General", false],
  [164, "#,##0\\ \\d", false],
])("format %d %s: a date? %s", (id, code, expected) => expect(isDateFormat(id, code)).toBe(expected))
