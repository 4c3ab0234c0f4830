#!/usr/bin/env node
import { parseArgs } from "node:util"
import { invoices, openBook, toCalendar, waitingList } from "../src/index.js"
import { columns, money } from "../src/text.js"

const USAGE = `usage: plotbook FILE list
       plotbook FILE waiting
       plotbook FILE invoices [--year Y]
       plotbook FILE ics [--alarm DAYS]`

const today = new Date().toISOString().slice(0, 10)

const commands = {
  list: (book) => columns(book.plots.map(({ number, metres, member }) => [number, `${metres} m2`, member ?? "(free)", came(book, member)])),
  waiting: (book) => columns(waitingList(book, today).map(({ name, days, ends }) => [name, `${days} days`, `until ${ends}`])),
  invoices: (book, { year = today.slice(0, 4) }) =>
    columns(invoices(book, year).map(({ number, member, rent, fee, total }) => [number, member, money(rent), money(fee), money(total)])),
  ics: (book, { alarm }) => [toCalendar(book, { alarmDays: alarm }).trimEnd()],
}

function came(book, member) {
  const count = book.workDays.filter(({ date, present = [] }) => date.startsWith(today.slice(0, 4)) && present.includes(member)).length
  return member ? `${count}/${book.requiredWorkDays}` : ""
}

function wrongCall() {
  console.error(USAGE)
  process.exit(2)
}

let call
try {
  call = parseArgs({ allowPositionals: true, options: { year: { type: "string" }, alarm: { type: "string" } } })
} catch {
  wrongCall()
}
const [file, command, ...more] = call.positionals
if (more.length > 0 || !Object.hasOwn(commands, command ?? "")) wrongCall()
if (call.values.alarm !== undefined && !/^\d+$/.test(call.values.alarm)) wrongCall()
for (const line of commands[command](openBook(file), call.values)) console.log(line)
