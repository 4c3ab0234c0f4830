import { numbered } from "../../protocol/log/key.ts"
import { say } from "../../text/words/words.ts"
import type { Conclusion } from "../conclusion.ts"
import { hasNews } from "../reflection/news.ts"
import type { RunContext } from "../run-context.ts"

/** So many turns are looked at together: each time anew, a long run would be read over and over. */
const SPAN = 6

/** Whether the last turns brought nothing new; asked after each. */
export function isStalled(run: RunContext, turn: number): boolean {
  if (turn % SPAN !== 0 || run.environment.literal) return false
  const last = Array.from({ length: SPAN }, (_, index) => run.key(numbered("turn", turn - index)))
  return !hasNews(run.log.entries, ...last)
}

/** What is missing by then is the gate's. */
export function stalled({ environment: { language } }: RunContext, turns: number): Conclusion {
  const reason = say(language, "part.nothing_new", say(language, "part.replies", turns))
  return { kind: "incomplete", limit: "news", reason }
}
