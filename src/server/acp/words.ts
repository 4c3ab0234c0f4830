import { speaker } from "../../text/words/dictionary.ts"

/** What editors show of ours. */
export const say = speaker({
  allow: ["Allow", "允许"],
  allow_run: ["Allow {} for the rest of this run", "在本次任务余下部分允许 {}"],
  allow_folder: ["Always allow {} in this folder", "在此文件夹中始终允许 {}"],
  deny: ["Don't allow", "不允许"],
  run_plan: ["Run this plan", "执行此计划"],
  no_plan: ["Don't run it", "不执行"],
  mode_ask: ["Reads; everything else asks", "读取；其余都会询问"],
  mode_edits: ["Edits files and runs confined commands; the rest asks", "可编辑文件并在沙箱内执行命令；其余会询问"],
  mode_full: ["Asks about nothing", "从不询问"],
  "mode_read-only": ["Changes nothing", "不做任何改动"],
  strategy: ["Strategy", "策略"],
  check: ["Check: {}", "检查：{}"],
  interrupted: ["This run was interrupted. Say anything, and it goes on.", "此任务被中断。随便说一句话，它就会继续。"],
  undone: ["Taken back: {}", "已撤销：{}"],
  nothing_undone: ["There is nothing to take back.", "没有可撤销的改动。"],
  nothing_changed: ["Nothing was changed.", "没有任何改动。"],
  no_run: ["There is no run in this conversation yet.", "此对话中还没有任务。"],
  undo_command: ["take back what the last run changed", "撤销上一次任务的改动"],
  diff_command: ["what the last run changed", "显示上一次任务的改动"],
})
