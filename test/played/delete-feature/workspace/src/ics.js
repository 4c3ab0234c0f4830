import { addDays, compact } from "./days.js"
import { foldLine } from "./text.js"

function escaped(text) {
  return text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n")
}

function alarm(days) {
  return ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Work day", `TRIGGER:-P${days}D`, "END:VALARM"]
}

/** The work days as an iCalendar file. */
export function toCalendar(book, { alarmDays, now = new Date() } = {}) {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "")
  const events = book.workDays.flatMap(({ date, task }) => [
    "BEGIN:VEVENT",
    `UID:${date}@${book.calendarDomain}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(date)}`,
    `DTEND;VALUE=DATE:${compact(addDays(date, 1))}`,
    `SUMMARY:${escaped(task)}`,
    ...(alarmDays === undefined ? [] : alarm(alarmDays)),
    "END:VEVENT",
  ])
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//plotbook//EN", `X-WR-CALNAME:${escaped(book.club)}`, ...events, "END:VCALENDAR"]
  return lines.map(foldLine).join("\r\n") + "\r\n"
}
