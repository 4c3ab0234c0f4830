import type { Language } from "../../protocol/log/environment.ts"
import { type Dictionary, speaker } from "./dictionary.ts"
import { END_WORDS } from "./end-words.ts"

/** What the engine itself says to the user: what is the case. How to go on is for each surface to say. */
export const WORDS = {
  ...END_WORDS,
  "facts.checks": ["Checks", "检查"],
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
  "check.passed": ["passed", "通过"],
  "check.failed": ["failed", "未通过"],
  "check.broken": ["could not run", "无法运行"],
  "workspace.gone": [
    "the workspace {} is gone; nothing could be done in it any more",
    "工作区 {} 已不存在，无法继续执行",
  ],
  "store.failed": ["the run's log can no longer be written: {}", "无法再写入运行日志：{}"],
  "store.kept": [
    "On disk are {} of {} records of this run ({}). A resumed run goes on from there; a command whose result is not on disk is not repeated, and is reported as unknown.",
    "磁盘上保存了本次运行的 {} / {} 条记录（{}）。恢复运行时从那里继续；结果未保存的命令不会重复执行，结果记为未知。",
  ],
  "check.flaky": ["{} is flaky: failed, and passed when run again: {}", "{} 不稳定：失败后重跑通过：{}"],
  "removed.test": ["{} test fewer: {}", "少了 {} 个测试：{}"],
  "removed.tests": ["{} tests fewer: {}", "少了 {} 个测试：{}"],
  "removed.test_file": ["test file deleted: {}", "测试文件已删除：{}"],
  "removed.skipped_one": ["{} test skipped or focused: {}", "{} 个测试被跳过或限定：{}"],
  "removed.skipped": ["{} tests skipped or focused: {}", "{} 个测试被跳过或限定：{}"],
  "removed.config": ["settings of checks edited: {}", "检查的设置已修改：{}"],
  "removed.check": ["the check {} is gone or another one: {}", "检查 {} 已消失或改变：{}"],
  "unknown.no_checkpoints": ["could not be compared: no checkpoint", "无法比较：没有检查点"],
  "unknown.uncovered": ["could not be compared: a checkpoint is missing", "无法比较：缺少检查点"],
  "unknown.conflicts": ["could not be compared: others changed the same lines", "无法比较：他人修改了相同的行"],
  "unknown.no_copy": ["could not be compared: no copy could be made", "无法比较：无法建立副本"],
  "unknown.cut": ["could not be compared: it did not finish without the change", "无法比较：没有改动时未能结束"],
  "unknown.unable": ["could not be compared: it could not start without the change", "无法比较：没有改动时无法启动"],
  "unknown.not_reached": [
    "could not be compared: without the change an earlier script fails",
    "无法比较：没有改动时更早的脚本未通过",
  ],
  "unknown.nameless": ["it fails without the change too, with other lines", "没有改动时也未通过，但输出不同"],
  "unknown.no_excuse": [
    "it fails without the change too, but without files that the run made",
    "没有改动时也未通过，但缺少此次运行生成的文件",
  ],
  "checks.fail": ["checks fail: {}", "检查未通过：{}"],
  "checks.still_fail": ["checks still fail: {}", "检查仍未通过：{}"],
  "checks.mend": ["Make the failing checks pass: {}", "让未通过的检查通过：{}"],
  "checks.mend_phase": ["Mend the checks {}", "修复检查 {}"],
  "facts.requirements": ["Requirements", "各项要求"],
  "facts.settled": ["Shown to be done", "已证明完成"],
  "requirement.tasks": ["tasks {}", "任务 {}"],
  "requirement.said": ["as the model says", "据模型所说"],
  "requirement.dropped": ["dropped, as the user said: {}", "已放弃，用户说：{}"],
  "requirement.unserved": ["no part of the plan serves it", "计划中没有任何部分负责它"],
  "verified.except": ["except {}", "除外：{}"],
  "facts.check_notes": ["Of the checks", "关于检查"],
  "facts.refused": ["Refused", "已被拒绝"],
  "facts.parts": ["Parts that ended undone", "未完成即结束的部分"],
  "facts.suggestions": ["Suggested, not asked for", "建议（未被要求）"],
  "facts.nothing_to_change": ["the model says that nothing had to be changed: {}", "模型称无需改动：{}"],
  "facts.unheard": ["Messages that arrived too late", "来得太晚、未送达的消息"],
  "closing.unheard": ["the user said on the way: {}", "用户途中说：{}"],
  "closing.title": ["Closing {}", "收尾 {}"],
  "closing.nothing_changed": ["nothing was changed", "没有任何改动"],
  "closing.refused": ["{} (refused)", "{}（已被拒绝）"],
  "part.news": ["it brought something new", "有新的进展"],
  "part.nothing_new": ["ended after {}: the last ones brought nothing new", "{}后结束：最后几次没有新的进展"],
  "part.no_room": [
    "ended after {}: what is left is for the parts after it and for the end",
    "{}后结束：剩余额度留给后面的部分和收尾",
  ],
  "part.silent": ["{} replies in a row said nothing of how it stands", "连续 {} 次回复都没有说明进展"],
  "part.replies": ["{} replies", "{} 次回复"],
  "round.own_words": ["{} of {} tasks of this round succeeded.", "本轮 {} / {} 个任务成功。"],
  "round.nothing": ["This round had nothing to do.", "本轮没有需要执行的任务。"],
  "rounds.used_up": ["not completed after {} rounds", "{} 轮后仍未完成"],
  "item.failed": ["not completed in {} tries", "尝试 {} 次后仍未完成"],
  "todos.open": ["still open: {}", "仍有未完成的事项：{}"],
  "control.failed": [
    "This model can't answer in the form that {} needs ({} tries). Try a larger model, or one that calls tools.",
    "此模型无法按 {} 所需的形式作答（尝试 {} 次）。请换用更大的模型，或支持工具调用的模型。",
  ],
  "control.failed_once": [
    "This model can't answer in the form that {} needs ({} try). Try a larger model, or one that calls tools.",
    "此模型无法按 {} 所需的形式作答（尝试 {} 次）。请换用更大的模型，或支持工具调用的模型。",
  ],
  "model.failed": ["{}", "模型调用失败：{}"],
  "internal.error": ["internal error: {}", "内部错误：{}"],
  "model.cut_off": ["{} replies in a row were cut off by the length limit", "连续 {} 次回复因长度限制被截断"],
  "model.silent": ["the model gave {} empty replies in a row", "模型连续 {} 次给出空回复"],
  "phase.given_up": ["ended before it was complete", "未完成即结束"],
  "phase.tasks_failed": ["task {} failed", "任务 {} 失败"],
  "phase.forced": ["not complete after {} rounds", "{} 轮后仍未完成"],
  "chosen.direct": ["the request needed no tool and was answered at once", "该请求无需工具，已直接回答"],
  "chosen.simple": ["the request is simple", "该请求属于简单任务"],
  "chosen.small": ["this model does best with little at once", "此模型一次处理少量内容时效果最好"],
  "chosen.medium": ["the request is medium", "该请求属于中等任务"],
  "control.missed": [
    'this model can\'t fill in the form "{}"; going on without it',
    "此模型无法填写表单“{}”，改为不用它继续",
  ],
  "chosen.missed": ["this model did not give {} in earlier runs", "此模型在之前的运行中无法给出 {}"],
  "chosen.complex": ["the request is complex", "该请求属于复杂任务"],
  "cancelled.interrupted": ["interrupted", "被中断"],
  "cancelled.cancelled_by_the_user": ["cancelled by the user", "由用户取消"],
  "facts.outcome": ["Outcome", "结果"],
  "facts.claimed": ["as the model says", "模型所述"],
  "facts.files": ["Files changed", "改动的文件"],
  "facts.tasks": ["Tasks", "任务"],
  "facts.failed": ["Not successful", "未成功"],
  "facts.counts": ["{} run, {} failed; rounds: {}; model calls: {}", "执行 {} 个，失败 {} 个；轮数：{}；模型调用：{}"],
  "facts.tries": ["; failed tries: {}", "；失败的尝试：{}"],
  "file.new": ["new", "新建"],
  "file.changed": ["changed", "修改"],
  "file.deleted": ["deleted", "删除"],
  none: ["none", "无"],
  "report.goal": ["Goal", "目标"],
  "report.stopped": [
    "The run ended before a summary could be written by the model. What the log shows:",
    "运行在模型写出总结之前结束。以下内容来自日志：",
  ],
  "report.earlier": ["{} earlier ones are in the log.", "更早的 {} 项见日志。"],
  "report.nothing": ["No step was finished.", "没有完成任何步骤。"],
  "report.progress": ["What was achieved so far:", "目前的进展："],
  "limit.max_iterations": ["the iteration limit was reached ({} of {} used)", "达到迭代上限（已用 {} / {}）"],
  "limit.iterations_left": [
    "the iteration limit was reached: the next part needs more than the {} left ({} of {} used)",
    "达到迭代上限：下一部分所需多于剩余的 {}（已用 {} / {}）",
  ],
  "limit.max_model_calls": ["the limit on model calls was reached ({} of {} used)", "达到模型调用上限（已用 {} / {}）"],
  "limit.calls_left": [
    "the limit on model calls was reached: {} of {} are kept for the report",
    "达到模型调用上限：{} / {} 次留给总结",
  ],
  "limit.max_time_ms": ["the time limit was reached ({} of {} used)", "达到时间上限（已用 {} / {}）"],
  "limit.time_left": [
    "the time limit was reached ({} of {} used; the rest is for the report)",
    "达到时间上限（已用 {} / {}，其余留给总结）",
  ],
  "limit.max_cost": ["the cost limit would be passed ({} of {} USD used)", "将超出费用上限（已用 {} / {} 美元）"],
  "limit.max_prompt_tokens": [
    "the prompt token limit would be passed ({} of {} used)",
    "将超出输入 token 上限（已用 {} / {}）",
  ],
  "limit.max_completion_tokens": [
    "the completion token limit would be passed ({} of {} used)",
    "将超出输出 token 上限（已用 {} / {}）",
  ],
  "limit.shared_cost": ["the runs' shared budget is spent ({} of {} USD)", "共享的费用已用完（{} / {} 美元）"],
  "limit.shared_time": ["the runs' shared time is up ({} of {})", "共享的时间已到（{} / {}）"],
  "limit.tenant_cost": [
    "what the team may spend a day is spent ({} of {} USD)",
    "团队今日费用已达上限（已用 {} / {} 美元）",
  ],
  "limit.tenant_tokens": [
    "the tokens that the team may use a day are used ({} of {})",
    "团队今日 token 已达上限（已用 {} / {}）",
  ],
  "queue.busy": ["waits for a worker: all are busy (place {})", "等待工作进程：全部忙碌（第 {} 位）"],
  "queue.no_workers": ["waits for a worker: none is there (place {})", "等待工作进程：目前没有（第 {} 位）"],
  "queue.workspace": [
    "waits: another run is writing in its folder (place {})",
    "等待：另一个运行正在写同一个文件夹（第 {} 位）",
  ],
  "queue.tenant_runs": [
    "waits: its team has as many runs under way as it may (place {})",
    "等待：团队同时进行的运行已达上限（第 {} 位）",
  ],
  "queue.tenant_cost": [
    "waits: its team has spent what it may today (place {})",
    "等待：团队今日费用已达上限（第 {} 位）",
  ],
  "queue.tenant_tokens": [
    "waits: its team has used the tokens that it may today (place {})",
    "等待：团队今日 token 已达上限（第 {} 位）",
  ],
  "status.done": ["done", "完成"],
  "status.pending": ["not begun", "未开始"],
  "status.running": ["not finished", "未结束"],
  "status.failed": ["failed", "失败"],
  "status.forced": ["ended by force at its limit", "达到上限，被强制结束"],
  "status.incomplete": ["ended incomplete", "未完成即结束"],
  "status.unproven": ["claimed complete without evidence", "声称完成但没有证据"],
  "status.skipped": ["skipped", "跳过"],
  "status.cut": ["left out of the plan", "计划过长，未列入"],
  "status.removed": ["taken off the list while it was open", "未完成即从清单移除"],
  "status.cancelled": ["cancelled", "已取消"],
  "status.born_done": ["on the list as completed before anything was done", "尚未执行即标为完成"],
  "status.blocked": ["blocked", "受阻"],
  "status.continued": ["continued", "继续"],
  "status.unknown": ["outcome unknown", "结果未知"],
  "status.refused": ["refused", "被拒绝"],
  "answer.missing": ["an answer in the shape that was asked for", "符合所要求格式的答案"],
  "result.missing": ["nothing was made; this kind of task ends with {}", "没有生成任何成果；这类任务应以 {} 结束"],
  "facts.unasked": ["Left open, since enough was asked", "已达到提问上限，未再询问"],
  "facts.uncovered": ["No undo", "无法撤销"],
  "facts.uncovered_text": [
    "{}: the folder was not kept within {} s; what commands changed there is not listed",
    "{}：文件夹未能在 {} 秒内保存；命令在其中的改动未列出",
  ],
  "facts.uncovered_why": [
    "{}: no checkpoint could be made ({}); what commands changed there is not listed",
    "{}：无法创建检查点（{}）；命令在其中的改动未列出",
  ],
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
  "review.none": ["this model makes no plan: it would work step by step", "该模型不制定计划，会逐步执行"],
  "review.problem": ["Your version can't be used ({}).", "您修改的版本无法使用（{}）。"],
  "review.refused": ["the plan was not accepted", "计划未被接受"],
  "waiting.none": ["The run has not ended.", "运行尚未结束。"],
} as const satisfies Dictionary

/** The names of the texts that the engine says in both languages. */
export type Word = keyof typeof WORDS

/** One thing after the other, as they are told in a sentence. */
export function listOf(language: Language, items: readonly string[]): string {
  if (language === "zh") return items.join("、")
  return items.length < 3 ? items.join(" and ") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`
}

/** Clauses of one sentence. */
export function joined(language: Language, clauses: readonly string[]): string {
  return clauses.join(language === "zh" ? "；" : "; ")
}

/** What is said beside a name. */
export function noted(language: Language, name: string, note: string): string {
  return language === "zh" ? `${name}（${note}）` : `${name} (${note})`
}

/** Says a word of the engine's. */
export const say = speaker(WORDS)

/** What people would call the form that a control is. */
export function formName(control: string): string {
  return control.replaceAll("_", " ")
}
