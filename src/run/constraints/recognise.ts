import { RULES, type TaskType } from "./rules.ts"

/** What kind of work it is, and how one knows. */
export type Recognition = { readonly taskType: TaskType; readonly reason: string }

/** By words alone, for strategies that have no analysis. Where two kinds are as likely, nothing is confined. */
export function recognise(request: string): Recognition {
  const scores = TYPES.map((taskType) => ({ taskType, words: decidingWords(taskType).filter(isIn(request)) }))
  const [first, second] = scores.sort((a, b) => b.words.length - a.words.length)
  if (!first || first.words.length === 0) return byMaking(request)
  if (first.words.length === second?.words.length)
    return { taskType: "general", reason: `the request sounds like ${first.taskType} and like ${second.taskType}` }
  return { taskType: first.taskType, reason: `the request says ${first.words.join(", ")}` }
}

/** To make something: code is made too, so these words decide only where no other does. */
const MAKING = ["生成", "创建", "撰写"]

function byMaking(request: string): Recognition {
  const words = MAKING.filter(isIn(request))
  if (words.length === 0) return { taskType: "general", reason: "no word of the request says more" }
  return { taskType: "creation", reason: `the request says ${words.join(", ")}, and no other word says more` }
}

const TYPES = Object.keys(RULES) as TaskType[]

/** A word that fits two kinds of work decides nothing. */
function decidingWords(taskType: TaskType): readonly string[] {
  const others = TYPES.filter((other) => other !== taskType).flatMap((other) => RULES[other].keywords)
  return RULES[taskType].keywords.filter((word) => !others.includes(word))
}

/** Chinese has no spaces between words; English words count as a whole. */
function isIn(request: string): (word: string) => boolean {
  const words = new Set(request.toLowerCase().match(/[a-z]+/g) ?? [])
  return (word) => (/^[a-z]+$/.test(word) ? words.has(word) : request.includes(word))
}
