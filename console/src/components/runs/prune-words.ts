import type { Dictionary } from "@keelson/text/words/dictionary.ts"

/** What is said before runs are removed. */
export const PRUNE_WORDS = {
  title: ["Remove old runs", "删除旧的运行"],
  text: [
    "Their logs, what was kept of their calls, and checkpoints that no other run needs go for good. Files in your folders stay. Runs that have not ended stay too.",
    "它们的日志、保留的调用内容以及其他运行不需要的检查点将被永久删除。您文件夹中的文件不受影响。尚未结束的运行也会保留。",
  ],
  which: ["Which", "哪些"],
  days: ["that ended more than {} days ago", "{} 天前结束的"],
  keep: ["all but the newest {}", "除最新 {} 个之外的全部"],
  none: ["No run fits: nothing would go.", "没有符合的运行：不会删除任何内容。"],
  goes: ["Runs that go: {}, {}", "将删除的运行：{} 个，{}"],
  more: ["and {} more", "以及另外 {} 个"],
  do: ["Remove them ({})", "删除它们（{}）"],
  removing: ["Removing…", "正在删除…"],
  gone: ["Removed runs: {}, {}; checkpoints: {}.", "已删除的运行：{} 个，{}；检查点：{}。"],
} as const satisfies Dictionary
