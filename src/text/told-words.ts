import type { Dictionary } from "./dictionary.ts"

/* What a log has in English whatever the language of its run, since a model reads it too; people are told it in their own. */

/** Why something was not done. */
export const TOLD_WORDS = {
  not_run: ["Not run: {}.", "未执行：{}。"],
  not_in: ["{} is not allowed in a {} task", "{} 不允许用于 {} 类任务"],
  not_before_last: [
    "{} is not allowed before the last phase of a {} task",
    "{} 在最后一个阶段之前不允许使用（{} 类任务）",
  ],
  not_before_work: [
    "{} is not allowed in a {} task before anything was found out",
    "{} 不允许用于 {} 类任务，除非已先查明情况",
  ],
  denied_by_rule: ["a rule of this run denies this call of {}", "本次运行的规则禁止调用 {}"],
  read_only: ["{} is not allowed: this run is read-only", "{} 不被允许：本次运行为只读"],
  denied: ["the user did not allow it", "用户未允许"],
  denied_why: ["the user did not allow it: {}", "用户未允许：{}"],
  put_back: ["{}; it was put back as it was.", "{}；已恢复原状。"],
  says: ["the request says {}", "请求中提到 {}"],
  says_little: ["no word of the request says more", "请求中没有更多线索"],
  by_plan: ["as the first plan has it", "依据首个计划"],
} as const satisfies Dictionary

/** What a task does, as built-in tools say it. */
export const TITLE_WORDS = {
  web: ["Search the web: {}", "搜索网页：{}"],
  code: ["Run {}: {}", "运行 {}：{}"],
  run: ["Run {}", "运行 {}"],
  data: ["Read data {}", "读取数据 {}"],
  lines: ["Read {} (lines {})", "读取 {}（第 {} 行）"],
  read: ["Read {}", "读取 {}"],
  edit: ["Edit {}", "编辑 {}"],
  write: ["Write {}", "写入 {}"],
  patch: ["Patch {}", "修补 {}"],
  list: ["List {}", "列出 {}"],
  search_in: ["Search {} in {}", "搜索 {}（位于 {}）"],
  search: ["Search {}", "搜索 {}"],
  fetch: ["Fetch {}", "抓取 {}"],
  query: ["Query {}", "查询 {}"],
  make: ["Make {}", "生成 {}"],
  ask: ["Ask: {}", "询问：{}"],
  open: ["Open {}", "打开 {}"],
  use: ["Use {}: {}", "使用 {}：{}"],
  wait_say: ["Wait for {} to say {}", "等待 {} 输出 {}"],
  wait: ["Wait for {}", "等待 {}"],
} as const satisfies Dictionary
