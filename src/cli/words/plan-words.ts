import { languageHere } from "../../host/user-language.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"

/** What is said while somebody looks at a plan. */
export const PLAN_WORDS = {
  title: ["Run this plan? {}", "执行此计划吗？{}"],
  yes: ["yes, as it is", "是，按此执行"],
  change: ["change it by words: drop, move, change, add", "用文字修改：drop、move、change、add"],
  edit: ["change it in my editor", "在编辑器中修改"],
  no: ["no: end the run", "否：结束运行"],
  "no.more": ["yes, and show me no more plans in this run", "是，本次运行不再显示计划"],
  why: ["Why not? It goes into the report.", "为什么不？会写入报告。"],
  how: ["{}; empty when it is right", "{}；留空表示完成"],
  help: [
    "Change lines, drop them, put them into another order. A new line begins with a dash.\nA plan that is left as it is changes nothing; lines with # are not read.",
    "可修改、删除、调整各行的顺序；新增的行以短横线开头。\n保持原样则不做任何更改；以 # 开头的行不会被读取。",
  ],
} as const satisfies Dictionary

const say = speaker(PLAN_WORDS)

/** In the language of the person at this machine. */
export function sayOfPlan(word: keyof typeof PLAN_WORDS, ...values: readonly string[]): string {
  return say(languageHere(), word, ...values)
}
