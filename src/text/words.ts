import type { Language } from "../protocol/environment.ts"
import { type Dictionary, speaker } from "./dictionary.ts"

/** What the engine itself says to the user: what is the case. How to go on is for each surface to say. */
export const WORDS = {
  "outcome.done": ["done", "已完成"],
  "outcome.incomplete": ["incomplete", "未完成"],
  "outcome.failed": ["failed", "失败"],
  "outcome.blocked": ["blocked", "受阻"],
  "outcome.cancelled": ["cancelled", "已取消"],
  "outcome.waiting": ["waiting for you", "等待您的回复"],
  "unverified.nothing": ["unverified: nothing was changed", "未验证：没有改动"],
  "unverified.no_checks": ["unverified: this project has no checks", "未验证：该项目没有检查"],
  "unverified.off": ["unverified: checks are switched off", "未验证：检查已关闭"],
  "unverified.not_run": ["unverified: not all checks ran", "未验证：检查未全部运行"],
  verified: ["checks passed", "检查已通过"],
  "facts.checks": ["Checks", "检查"],
  "check.passed": ["passed", "通过"],
  "check.failed": ["failed", "未通过"],
  "check.broken": ["could not run", "无法运行"],
  "workspace.gone": [
    "the workspace {} is gone; nothing could be done in it any more",
    "工作区 {} 已不存在，无法继续执行",
  ],
  "checks.fail": ["checks fail: {}", "检查未通过：{}"],
  "checks.still_fail": ["checks still fail: {}", "检查仍未通过：{}"],
  "checks.mend": ["Make the failing checks pass: {}", "让未通过的检查通过：{}"],
  "checks.mend_phase": ["Mend the checks {}", "修复检查 {}"],
  "rounds.used_up": ["not completed after {} rounds", "{} 轮后仍未完成"],
  "item.failed": ["not completed in {} tries", "尝试 {} 次后仍未完成"],
  "todos.open": ["still open: {}", "仍有未完成的事项：{}"],
  "model.silent": ["the model gave {} empty replies in a row", "模型连续 {} 次给出空回复"],
  "phase.skipped": ["skipped, because it needs {}", "已跳过，因为它依赖 {}"],
  "phase.given_up": ["ended before it was complete", "未完成即结束"],
  "phase.tasks_failed": ["task {} failed", "任务 {} 失败"],
  "phase.unproven": ["called complete, but nothing proves it", "声称完成，但没有任何证据"],
  "phase.forced": ["not complete after {} rounds", "{} 轮后仍未完成"],
  "chosen.direct": ["the request needed no tool and was answered at once", "该请求无需工具，已直接回答"],
  "chosen.simple": ["the request is simple", "该请求属于简单任务"],
  "chosen.medium": ["the request is medium", "该请求属于中等任务"],
  "chosen.complex": ["the request is complex", "该请求属于复杂任务"],
  "cancelled.interrupted": ["interrupted", "被中断"],
  "cancelled.cancelled_by_the_user": ["cancelled by the user", "由用户取消"],
  "facts.outcome": ["Outcome", "结果"],
  "facts.claimed": ["as the model says", "模型所述"],
  "facts.files": ["Files changed", "改动的文件"],
  "facts.tasks": ["Tasks", "任务"],
  "facts.failed": ["Not successful", "未成功"],
  "facts.counts": ["{} run, {} failed; rounds: {}; model calls: {}", "执行 {} 个，失败 {} 个；轮数：{}；模型调用：{}"],
  "file.new": ["new", "新建"],
  "file.changed": ["changed", "修改"],
  "file.deleted": ["deleted", "删除"],
  none: ["none", "无"],
  "report.goal": ["Goal", "目标"],
  "report.stopped": [
    "The run ended before a summary could be written by the model. What the log shows:",
    "运行在模型写出总结之前结束。以下内容来自日志：",
  ],
  "report.nothing": ["No step was finished.", "没有完成任何步骤。"],
  "report.progress": ["What was achieved so far:", "目前的进展："],
  "limit.max_iterations": ["the iteration limit was reached ({} of {} used)", "达到迭代上限（已用 {} / {}）"],
  "limit.max_model_calls": ["the limit on model calls was reached ({} of {} used)", "达到模型调用上限（已用 {} / {}）"],
  "limit.max_time_ms": ["the time limit was reached ({} of {} ms used)", "达到时间上限（已用 {} / {} 毫秒）"],
  "limit.max_cost": ["the cost limit would be passed ({} of {} USD used)", "将超出费用上限（已用 {} / {} 美元）"],
  "limit.max_prompt_tokens": [
    "the prompt token limit would be passed ({} of {} used)",
    "将超出输入 token 上限（已用 {} / {}）",
  ],
  "limit.max_completion_tokens": [
    "the completion token limit would be passed ({} of {} used)",
    "将超出输出 token 上限（已用 {} / {}）",
  ],
  "status.done": ["done", "完成"],
  "status.running": ["not finished", "未结束"],
  "status.failed": ["failed", "失败"],
  "status.forced": ["ended by force at its round limit", "达到轮数上限，被强制结束"],
  "status.incomplete": ["ended incomplete", "未完成即结束"],
  "status.unproven": ["claimed complete without evidence", "声称完成但没有证据"],
  "status.skipped": ["skipped", "跳过"],
  "status.blocked": ["blocked", "受阻"],
  "status.continued": ["continued", "继续"],
  "status.unknown": ["outcome unknown", "结果未知"],
  "status.refused": ["refused", "被拒绝"],
  "result.missing": ["nothing was made; this kind of task ends with {}", "没有生成任何成果；这类任务应以 {} 结束"],
  "facts.scope": ["Allowed to change", "允许改动的范围"],
  "reflection.ask": [
    "This part of the work goes round in circles: {} How shall it go on?",
    "这部分工作在原地打转：{} 接下来应该怎么做？",
  ],
  "waiting.clarification": ["The run needs answers before it can go on:", "继续之前需要您回答："],
  "waiting.approval": ["The run needs your approval: {}", "需要您批准：{}"],
  "waiting.check": ["The run needs your approval for a check: {}", "需要您批准一项检查：{}"],
  "waiting.plan": ["This is the plan. Nothing of it has run: {}", "计划如下，尚未执行：{}"],
  "review.phases": ["phases: {}", "阶段：{}"],
  "review.tasks": ["tasks: {}", "任务：{}"],
  "review.items": ["items: {}", "条目：{}"],
  "review.steps": ["steps: {}", "步骤：{}"],
  "review.problem": ["Your version can't be used ({}).", "您修改的版本无法使用（{}）。"],
  "review.refused": ["the plan was not accepted", "计划未被接受"],
  "waiting.none": ["The run has not ended.", "运行尚未结束。"],
  "risk.label": ["Look twice: {}", "请注意：{}"],
  "risk.unconfined": ["runs outside the sandbox", "在沙箱之外运行"],
  "risk.privileged": ["takes more rights (sudo)", "提升权限（sudo）"],
  "risk.deletes": ["deletes whole folders", "删除整个文件夹"],
  "risk.fetched_code": ["runs code that it fetches", "运行下载的代码"],
  "risk.writes_outside": ["writes outside the workspace", "写入工作区之外"],
} as const satisfies Dictionary

export type Word = keyof typeof WORDS

/** Says a word of the engine's. */
export const say = speaker(WORDS)

/** Chinese if the text is mostly written so; everything else is answered in English words or the model's own choice. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[A-Za-z]+/g)?.length ?? 0
  return han > latin ? "zh" : "en"
}
