import type { Dictionary } from "./dictionary.ts"

/** What the user reads of a plan of steps that did not work out. */
export const STEP_WORDS = {
  failed: ["step {} failed: {}", "步骤 {} 失败：{}"],
  incomplete: ["step {} asked for another plan: {}", "步骤 {} 要求重新规划：{}"],
  blocked: ["step {} is blocked: {}", "步骤 {} 受阻：{}"],
  forced: ["step {} is not done: {}", "步骤 {} 未完成：{}"],
  checks_now: ["checks that fail by now: {}", "目前未通过的检查：{}"],
  rest: ["the plan was cut; still to be planned: {}", "计划被截短，尚待规划：{}"],
  waits_too: ["step {} waits too", "步骤 {} 也在等待"],
  waiting: ["step {} waits for step {}", "步骤 {} 等待步骤 {}"],
  waiting_why: ["step {} waits for step {} ({})", "步骤 {} 等待步骤 {} ({})"],
  waits_for: ["{} ← {}: {}", "{} 等待 {}：{}"],
  finish: ["finish step {}, which frees step {}", "完成步骤 {}，即可继续步骤 {}"],
  clear: ["clear what blocks step {}", "解除步骤 {} 的阻碍"],
  deadlock: ["{}. The smallest change that would free it: {}", "{}。解除所需的最小改动：{}"],
  out_of_calls: ["all {} tool calls were used without a word on how it stands", "{} 次工具调用已用完，仍未说明进展"],
  silent: ["{} replies in a row said nothing of how it stands", "连续 {} 次回复都没有说明进展"],
  checks: ["checks still fail: {}", "检查仍未通过：{}"],
  no_result: ["done, without a word on the result", "已完成，未说明结果"],
  no_reason: ["no reason given", "没有说明原因"],
  degraded: ["no usable plan of steps: {}", "无法获得可用的步骤计划：{}"],
} as const satisfies Dictionary
