import type { OpenedCheck, OpenedTask } from "../../protocol/api/task-api.ts"
import { dayAndTime, duration } from "../../text/words/units.ts"
import type { Paint } from "../paint/paint.ts"
import { onOneLine, printable } from "../paint/text.ts"

/** One task: what it was given, how it ended, and its whole output. */
export function taskLines(task: OpenedTask, paint: Paint): readonly string[] {
  const { number, tool, title, key, status, at, ms, why, arguments: input, output } = task
  const end = ms === null ? status : `${status} in ${duration(ms)}`
  const given = Object.entries(input ?? {}).map(([name, value]) => inputLine(name, value, paint))
  return [
    paint("bold", `Task ${number}: ${title === tool ? tool : onOneLine(title)}`),
    paint("dim", [tool, end, dayAndTime(at), onOneLine(key)].join(" · ")),
    ...(why === "" || why === title ? [] : [paint("dim", onOneLine(why))]),
    "",
    paint("bold", "Input"),
    ...(input === null ? ["not in the log"] : given.length === 0 ? ["none"] : given),
    "",
    paint("bold", "Output"),
    output === "" ? "none" : printable(output),
  ]
}

/** One check as it came out last, with its whole output. */
export function checkLines(check: OpenedCheck, paint: Paint): readonly string[] {
  const { name, command, status, ms, exit, output } = check
  const end = [status, ...(exit === null ? [] : [`exit code ${exit}`]), duration(ms)]
  const nothing = status === "passed" ? "the output of a check that passed is not kept" : "none"
  return [
    paint("bold", `Check ${onOneLine(name)}: ${onOneLine(command)}`),
    paint("dim", end.join(" · ")),
    "",
    paint("bold", "Output"),
    output === "" ? nothing : printable(output),
  ]
}

/** A text of several lines stands below its name. */
function inputLine(name: string, value: unknown, paint: Paint): string {
  const text = printable(typeof value === "string" ? value : JSON.stringify(value))
  return `${paint("cyan", onOneLine(name))}:${text.includes("\n") ? "\n" : " "}${text}`
}
