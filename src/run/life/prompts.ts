import { underRules } from "../turns/prompts.ts"

/** For a loop that takes over in the middle; `before` is what was done, if anything was. */
export function takeOver(request: string, before: string, rules: string): string {
  const done =
    before === "" ? "" : `\n\nDone so far in this run:\n${before}\nLook at what you need of it; don't do it again.`
  return underRules(`${request}${done}`, rules)
}
