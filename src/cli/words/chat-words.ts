import { languageHere } from "../../host/user-language.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"

/** What a conversation on the terminal says by itself. */
export const CONVERSATION_WORDS = {
  "banner.none": ["no model yet", "尚未设置模型"],
  "banner.approve": ["approve {}", "批准：{}"],
  "banner.confined": ["approve {} in a sandbox, else {}", "批准：沙箱内 {}，否则 {}"],
  "banner.stand": ["{} (the repository; you stand in {})", "{}（代码库；您位于 {}）"],
  "banner.type": ["Type what shall be done; /help has the rest.", "输入要做的事；其余见 /help。"],
  "help.each": [
    "Each request is a run that knows what came of the earlier ones.",
    "每个请求都是一次运行，它知道之前的请求和结果。",
  ],
  "help.file": ["names a file; Tab completes", "指定文件；Tab 补全"],
  "help.command": ["runs one here, in your own shell", "在您自己的 shell 中执行命令"],
  "help.lines": ["Alt-Enter, Ctrl-J or \\ before Enter: a new line.", "Alt-Enter、Ctrl-J 或 Enter 前的 \\：换行。"],
  "help.steer": [
    "While a run works: Enter queues what you typed for its next call, Ctrl-S breaks the call off and says it now, Ctrl-O shows what a command prints, Esc stops the run.",
    "运行过程中：Enter 在下次调用前告知，Ctrl-S 中断当前调用并立即告知，Ctrl-O 显示命令输出，Esc 停止运行。",
  ],
  "help.leave": ["Ctrl-C clears; again, or Ctrl-D, to leave.", "Ctrl-C 清空；再按一次或 Ctrl-D 退出。"],
  "says.model": ["the model from now on: provider:name", "今后使用的模型：provider:name"],
  "says.approve": ["ask, edits, full or read-only", "ask、edits、full 或 read-only：何时需要批准"],
  "says.plan": ["show plans before they run: on or off", "执行前显示计划：on 或 off"],
  "says.resume": ["go on with a run: its id, or the newest open one", "继续某次运行：其编号，或最新未完成的"],
  "says.undo": ["take back what the last run changed", "撤销上次运行的更改"],
  "says.diff": ["show what the last run changed", "显示上次运行的更改"],
  "says.runs": ["the runs of this folder", "此文件夹中的运行"],
  "says.cost": ["what this conversation has used", "本次对话的用量"],
  "says.compact": ["keep only the last exchange", "只保留最近一次问答"],
  "says.clear": ["forget what was said before", "忘记之前的对话"],
  "says.help": ["this list", "本列表"],
  "says.exit": ["leave; Ctrl-D too", "退出；也可用 Ctrl-D"],
  unknown: ["there is no {} here.", "这里没有 {}。"],
  set: ["{}: {}", "{}：{}（已设置）"],
  unset: ["{}: as configured", "{}：按配置"],
  "plan.on": ["Plans are shown before they run.", "计划会在执行前显示。"],
  "plan.off": ["Plans run as they are.", "计划直接执行。"],
  resumable: ["can be gone on with", "可以继续"],
  cost: ["runs {} · calls {} · tokens {} · {}", "运行 {} · 调用 {} · token {} · {}"],
  forgotten: ["What was said before is forgotten.", "之前的对话已忘记。"],
  compacted: ["Only the last exchange is kept.", "只保留了最近一次问答。"],
  exit: ["exit code {}", "退出码 {}"],
  "exit.unknown": ["unknown", "未知"],
  hint: ["Enter queues · Ctrl-S now · Esc stops", "Enter 排队 · Ctrl-S 立即 · Esc 停止"],
  "hint.output": ["Ctrl-O output", "Ctrl-O 输出"],
  "output.of": ["Ctrl-O closes · {}", "Ctrl-O 关闭 · {}"],
  "output.none": ["nothing was printed yet", "尚无输出"],
  queued: ["queued: {}", "已排队：{}"],
  leave: ["Ctrl-C again, or Ctrl-D, to leave", "再按 Ctrl-C 或 Ctrl-D 退出"],
  more: ["… {} more", "……还有 {} 个"],
} as const satisfies Dictionary

const say = speaker(CONVERSATION_WORDS)

/** In the language of the person at this machine. */
export function sayHere(word: keyof typeof CONVERSATION_WORDS, ...values: readonly (string | number)[]): string {
  return say(languageHere(), word, ...values)
}
