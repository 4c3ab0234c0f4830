import { parseJson } from "../../text/parse-json.ts"
import { UsageError } from "../terminal/failure.ts"
import { editableText, editedList, listIn, type PlanList, planOf } from "./plan-list.ts"

/** The plan of a question as a list; `undefined` where it is none. */
export function listOf(detail: string): PlanList | undefined {
  const plan = parseJson(detail)
  return plan.ok ? listIn(plan.value) : undefined
}

/** What is given to somebody's editor: a line for each item where the plan is a list, else the plan as it is. */
export function planToEdit(detail: string, help: string): { readonly text: string; readonly name: string } {
  const list = listOf(detail)
  if (!list) return { text: `${detail}\n`, name: "plan.json" }
  const remarks = help.split("\n").map((line) => `# ${line}`)
  return { text: `${editableText(list)}\n\n${remarks.join("\n")}\n`, name: "plan.txt" }
}

/** A plan as somebody wrote it: as JSON, or as lines of the list that it was. Throws `UsageError` for what is neither; whether it can be used, the run tells. */
export function readPlan(text: string, place: string, detail: string): unknown {
  const list = listOf(detail)
  if (list && !text.trimStart().startsWith("{")) return planOf(editedList(list, text))
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${place}: not valid JSON: ${(error as Error).message.replace(/\s+/g, " ")}`)
  }
}
