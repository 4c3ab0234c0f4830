import assert from "node:assert/strict"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import { checkBook } from "../src/book.js"
import { addDays, compact, daysBetween, isDay } from "../src/days.js"
import { invoices, toCalendar, waitingList } from "../src/index.js"
import { columns, foldLine, money } from "../src/text.js"

const program = fileURLToPath(new URL("../bin/plotbook.js", import.meta.url))
const data = {
  club: "Am Bach, e.V.",
  plots: [
    { number: 1, metres: 200, member: "Krall" },
    { number: 2, metres: 310 },
    { number: 3, metres: 180, member: "Joshi" },
  ],
  waiting: [
    { name: "Perrin", since: "2023-02-01" },
    { name: "Rossi", since: "2021-05-01", renewed: "2023-04-20" },
    { name: "Brandt", since: "2020-01-01" },
  ],
  workDays: [
    { date: "2024-03-16", task: "Hedges, paths", present: ["Krall", "Joshi"] },
    { date: "2024-04-20", task: "Water pipes", present: ["Krall"] },
    { date: "2024-09-14", task: "Roof of the club house", present: ["Krall"] },
  ],
}
const book = checkBook(data)

describe("days", () => {
  it("checks and counts", () => {
    assert.equal(isDay("2024-02-29"), true)
    assert.equal(isDay("2024-02-30"), false)
    assert.equal(addDays("2024-02-28", 2), "2024-03-01")
    assert.equal(daysBetween("2024-01-01", "2024-12-31"), 365)
  })

  it("writes days for calendars", () => assert.equal(compact("2024-05-01"), "20240501"))
})

describe("text", () => {
  it("aligns columns", () => assert.deepEqual(columns([["a", 10], ["bcd", 2]]), ["a    10", "bcd  2"]))
  it("prints money", () => assert.equal(money(123405), "1234.05"))

  it("folds long lines", () => {
    assert.equal(foldLine("x".repeat(75)), "x".repeat(75))
    assert.equal(foldLine("x".repeat(76)), `${"x".repeat(75)}\r\n x`)
    assert.equal(foldLine("ä".repeat(40)), `${"ä".repeat(37)}\r\n ${"ä".repeat(3)}`)
  })
})

describe("invoices", () => {
  it("has rent and fees", () => {
    assert.deepEqual(invoices(book, "2024"), [
      { number: 1, member: "Krall", rent: 9000, fee: 0, total: 9000 },
      { number: 3, member: "Joshi", rent: 8100, fee: 5000, total: 13100 },
    ])
  })
})

describe("waiting list", () => {
  it("has the longest waiting first, without those whose time is over", () => {
    assert.deepEqual(waitingList(book, "2024-05-01"), [
      { name: "Rossi", days: 1096, ends: "2025-04-19" },
      { name: "Perrin", days: 455, ends: "2025-01-31" },
    ])
  })
})

describe("calendar", () => {
  const now = new Date("2024-01-02T03:04:05.678Z")

  it("has an all-day event for each work day", () => {
    const lines = toCalendar(book, { now }).split("\r\n")
    assert.equal(lines.filter((line) => line === "BEGIN:VEVENT").length, 3)
    assert.ok(lines.includes("DTSTAMP:20240102T030405Z"))
    assert.ok(lines.includes("DTSTART;VALUE=DATE:20240316"))
    assert.ok(lines.includes("DTEND;VALUE=DATE:20240317"))
    assert.ok(lines.includes("SUMMARY:Hedges\\, paths"))
    assert.ok(lines.includes("UID:2024-03-16@plotbook.invalid"))
  })

  it("has alarms if wanted", () => {
    assert.doesNotMatch(toCalendar(book, { now }), /VALARM/)
    assert.match(toCalendar(book, { now, alarmDays: 2 }), /TRIGGER:-P2D/)
  })
})

describe("program", () => {
  let folder, file
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "plotbook-"))
    file = join(folder, "data.json")
    writeFileSync(file, JSON.stringify(data))
  })
  after(() => rmSync(folder, { recursive: true }))
  const run = (...args) => execFileSync(process.execPath, [program, file, ...args], { encoding: "utf8" })

  it("invoices", () => {
    assert.equal(run("invoices", "--year", "2024"), "1  Krall  90.00  0.00   90.00\n3  Joshi  81.00  50.00  131.00\n")
  })

  it("list", () => assert.match(run("list"), /^1  200 m2  Krall {3}/))

  it("ics", () => {
    assert.match(run("ics", "--alarm", "1"), /^BEGIN:VCALENDAR\r\n[^]*TRIGGER:-P1D[^]*END:VCALENDAR\n$/)
  })

  it("prints how it is used", () => {
    for (const args of [["data.json", "dance"], ["data.json", "list", "more"], ["data.json", "ics", "--alarm", "x"]]) {
      const { status, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8" })
      assert.equal(status, 2)
      assert.match(stderr, /^usage: plotbook/)
    }
  })
})
