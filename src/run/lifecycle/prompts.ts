import { underRules } from "../tool-loop/prompts.ts"

/** For a loop that takes over in the middle; `before` is what was done, if anything was. */
export function takeOver(request: string, before: string, rules: string): string {
  const done = before === "" ? "" : `\n\nAlready done in this run:\n${before}\nUse it; don't do it again.`
  return underRules(`${request}${done}`, rules)
}
