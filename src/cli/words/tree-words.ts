import { languageHere } from "../../host/user-language.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"

/** What the live tree says by itself: states, marks, what is waited for, and the figures below. */
export const TREE_WORDS = {
  "state.INTAKE": ["INTAKE", "理解请求"],
  "state.PLANNING": ["PLANNING", "规划中"],
  "state.EXECUTING": ["EXECUTING", "执行中"],
  "state.VERIFYING": ["VERIFYING", "验证中"],
  "state.RECOVERING": ["RECOVERING", "恢复中"],
  "state.WAITING": ["WAITING", "等待您"],
  "state.DONE": ["DONE", "已完成"],
  "state.FAILED": ["FAILED", "失败"],
  "state.INCOMPLETE": ["INCOMPLETE", "未完成"],
  "state.BLOCKED": ["BLOCKED", "受阻"],
  "state.CANCELLED": ["CANCELLED", "已取消"],
  interrupted: ["interrupted", "已中断"],
  done: ["done", "完成"],
  failed: ["failed", "失败"],
  refused: ["refused", "被拒绝"],
  running: ["running", "进行中"],
  planned: ["planned", "待执行"],
  skipped: ["skipped", "已跳过"],
  unknown: ["outcome unknown", "结果未知"],
  asked: ["needs you", "需要您"],
  stopped: ["not finished", "未结束"],
  continued: ["continued", "继续"],
  forced: ["ended by force", "强制结束"],
  incomplete: ["incomplete", "未完成"],
  unproven: ["unproven", "无证据"],
  blocked: ["blocked", "受阻"],
  phase: ["phase {}  {}", "阶段 {}  {}"],
  earlier: ["… {} earlier {}", "……之前 {} 个{}"],
  tasks: ["{} tasks", "{} 个任务"],
  "tasks.one": ["1 task", "1 个任务"],
  extended: ["goes on beyond its estimate: {}", "超出预计，继续进行：{}"],
  "more.lines": ["… {} more lines", "……还有 {} 行"],
  limit: ["{} reached: {} of {}", "达到 {}：{} / {}"],
  stopping: ["stopping: the report is being written", "正在停止：正在写报告"],
  retry: ["retry in {}: {}", "{}后重试：{}"],
  "running.task": ["{} {}: running", "{} {}：执行中"],
  check: ["running the check {}", "正在运行检查 {}"],
  "check.base": ["{} without the changes, to compare", "{}（不含本次改动，用于对比）"],
  "check.usual": ["{} (took {} the last time)", "{}（上次用时 {}）"],
  "check.again": ["{} once more, to confirm that it fails", "{}（再运行一次，确认确实未通过）"],
  model: ["waiting for the model", "等待模型"],
  answers: ["the model answers", "模型正在回答"],
  "busy.store": [
    "waiting for the store of runs, which another process keeps locked",
    "等待运行记录库（被其他进程锁定）",
  ],
  "busy.folder": [
    "waiting for another part of the run that works in the folder",
    "等待本次运行中正在使用该文件夹的另一部分",
  ],
  "busy.checkpoint": ["saving a checkpoint for undo", "正在保存用于撤销的检查点"],
  "busy.files": ["{}: {} files", "{}：{} 个文件"],
  "busy.files.of": ["{}: {} of {} files", "{}：{} / {} 个文件"],
  round: ["Round {}", "第 {} 轮"],
  "round.retry": ["Round {}: retry", "第 {} 轮：重试"],
  turn: ["Turn {}", "第 {} 回合"],
  checks: ["checks", "检查"],
  red_before: ["{} (red as before)", "{}（与运行前一样未通过）"],
  missing: ["missing", "尚缺"],
  iterations: ["iterations {}", "迭代 {}"],
  calls: ["calls {}", "调用 {}"],
  context: ["context {}", "上下文 {}"],
  tokens: ["tokens {} + {}", "用量 {} + {} token"],
  cached: ["{} cached", "{} 缓存"],
  "cost.unknown": ["cost unknown", "费用未知"],
  "cost.of": ["{} of {}", "{}，上限 {}"],
  failed_tries: ["{} failed tries", "{} 次尝试失败"],
  "failed_tries.one": ["1 failed try", "1 次尝试失败"],
  "window.assumed": [
    "the window of {} is not known: {} tokens are assumed (set it with --context-window)",
    "{} 的窗口未知：按 {} 个 token 计（用 --context-window 设置）",
  ],
  "window.learned": ["{} takes only {} tokens: the run goes on with that", "{} 只接受 {} 个 token：按此继续"],
  violations: ["{} violations", "违规 {} 次"],
  "violations.one": ["1 violation", "违规 1 次"],
  reflections: ["{} reflections", "回顾 {} 次"],
  "reflections.one": ["1 reflection", "回顾 1 次"],
} as const satisfies Dictionary

export type TreeWord = keyof typeof TREE_WORDS

const say = speaker(TREE_WORDS)

/** In the language of the person at this machine. */
export function sayTree(word: TreeWord, ...values: readonly (string | number)[]): string {
  return say(languageHere(), word, ...values)
}

/** One of them, or how many. */
export function sayCount(count: number, word: "tasks" | "failed_tries" | "violations" | "reflections"): string {
  return count === 1 ? sayTree(`${word}.one`) : sayTree(word, count)
}
