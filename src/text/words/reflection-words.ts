import type { Dictionary } from "./dictionary.ts"

/** Why the engine looks back, for the user and for the model. */
export const REFLECTION_WORDS = {
  repeated_tool: ["{} ran {} in a row.", "{} 连续运行了{}。"],
  repeated_call: ["{} ran {} with the same result: {}", "{} 运行了{}，结果相同：{}"],
  alternation: ["{} and {} took turns {}, always with the same results.", "{} 与 {} 交替运行了{}，结果始终相同。"],
  same_failure: [
    "{} failed {} in the same way, despite the changes in between: {}",
    "{} 以同样的方式失败了{}，无论做了什么改动：{}",
  ],
  result_anomaly: [
    "The last {} returned only errors, nothing, or what was known already.",
    "最近 {}只得到错误、空结果或已知结果。",
  ],
  plan_drift: ["{} broke the rules of this run: {}.", "{}违反了本次运行的规则：{}。"],
  step_stuck: ["No progress in {} and {}.", "{}、{}没有任何进展。"],
  slow_progress: ["{} in a row without progress.", "连续 {}没有进展。"],
  at_checkpoint: [
    "{} of the last {} brought no progress, and the budget is running out.",
    "其中 {} 轮没有进展（最近 {}），而额度正在耗尽。",
  ],
  times: ["{} times", "{} 次"],
  twice: ["twice", "两次"],
  turn: ["{} turn", "{} 轮"],
  turns: ["{} turns", "{} 轮"],
  "tool run": ["{} tool call", "{} 次工具调用"],
  "tool runs": ["{} tool calls", "{} 次工具调用"],
  call: ["{} call", "{} 次调用"],
  calls: ["{} calls", "{} 次调用"],
} as const satisfies Dictionary
