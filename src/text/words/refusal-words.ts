import type { Dictionary } from "./dictionary.ts"

/* What a log has in English whatever the language of its run, since a model reads it too; people are told it in their own. */

/** Why something was not done. */
export const TOLD_WORDS = {
  not_run: ["Not run: {}.", "未执行：{}。"],
  not_run_yet: ["Not run: {}", "未执行：{}"],
  depends: ["task {}, which it depends on, did not succeed", "其依赖的任务 {} 未成功"],
  stopped: ["task {} did not succeed, which stops the round", "任务 {} 未成功，本轮到此为止"],
  command_before: [
    "task {}, a command before it, did not succeed, and this one reaches outside of this machine",
    "其之前的命令（任务 {}）未成功，而此命令会访问本机之外",
  ],
  not_in: ["{} is not allowed in a {} task", "{} 不允许用于 {} 类任务"],
  not_before_last: [
    "{} is not allowed before the last phase of a {} task",
    "{} 在最后一个阶段之前不允许使用（{} 类任务）",
  ],
  not_before_work: [
    "{} is not allowed in a {} task before any task has succeeded",
    "{} 不允许用于 {} 类任务，除非已先查明情况",
  ],
  denied_by_rule: ["a rule of this run denies this call of {}", "本次运行的规则禁止调用 {}"],
  read_only: ["{} is not allowed: this run is read-only", "{} 不被允许：本次运行为只读"],
  denied: ["the user did not allow it", "用户未允许"],
  denied_why: ["the user did not allow it: {}", "用户未允许：{}"],
  allowed_instead: [
    "{}. Allowed: {}. If nothing else will do, use request_exception with the tool, its arguments and the reason",
    "{}。允许使用：{}。若确有必要，请用 request_exception 说明工具、参数和原因",
  ],
  allowed_there: [
    "{}. Allowed: {}. If nothing else will do, use request_exception with the tool, its arguments and the reason.",
    "{}。允许使用：{}。若确有必要，请用 request_exception 说明工具、参数和原因。",
  ],
  allowed: [
    "Allowed: {}. If nothing else will do, use request_exception with the tool, its arguments and the reason.",
    "允许使用：{}。若确有必要，请用 request_exception 说明工具、参数和原因。",
  ],
  out_of_scope: ["{} is outside what this run may change: {}", "{} 不在本次运行可以改动的范围内：{}"],
  put_back: ["{}; it was put back as it was.", "{}；已恢复原状。"],
  checks_said: ["Checks of the project on the result:\n{}", "项目检查对结果的结论：\n{}"],
  mend_goal: ["Make the failing checks pass.\n{}", "让失败的检查通过。\n{}"],
  says: ["the request says {}", "请求中提到 {}"],
  says_little: ["no word of the request says more", "请求中没有更多线索"],
  by_plan: ["as the first plan has it", "依据首个计划"],
  of_phase: ["Phase {}: {}", "阶段 {}：{}"],
} as const satisfies Dictionary

/** Why an answer of the model's was sent back, and what of a verdict was put right. */
export const ISSUE_WORDS = {
  cut_off: ["the reply was cut off by the length limit; answer in fewer words", "回复因长度上限被截断；请更简短地回答"],
  refused: ["the reply was refused; answer with what can be said", "回复被拒绝；请回答可以说明的部分"],
  empty: ["the reply was empty", "回复为空"],
  text: ["the reply was text; put it into a call of {}", "回复是文本；应放入对 {} 的调用"],
  no_json: ["the arguments of {} are not valid JSON ({})", "{} 的参数不是有效的 JSON（{}）"],
  not_strict: [
    "the reply is not strict JSON: mind quotes, commas and the end",
    "回复不是严格的 JSON：请注意引号、逗号和结尾",
  ],
  missing: ["{} is due and missing", "缺少应有的 {}"],
  not_now: ["{} can't be called now, only {}", "现在不能调用 {}，只能调用 {}"],
  too_many: [
    "{}: at most {} tasks in one round: leave the rest for the next round",
    "{}：每轮最多 {} 个任务，其余留到下一轮",
  ],
  too_many_here: [
    "at most {} tasks in one round: leave the rest for the next round",
    "每轮最多 {} 个任务，其余留到下一轮",
  ],
  at_tool: ["tasks.{}.tool: {}", "任务 tasks.{}.tool：{}"],
  at_step: ["step {}: {}", "步骤 {}：{}"],
  no_result: ["this kind of task ends with making its result: use {} last", "这类任务以产出结果结束：最后请使用 {}"],
  wrong_kind: ["{}: Invalid input: expected {}, received {}", "{}：输入无效：应为 {}，实际为 {}"],
  wrong_choice: ["{}: Invalid option: expected one of {}", "{}：选项无效：应为 {} 之一"],
  too_few: ["{}: Too small: expected {} to have {} {}", "{}：过少：{} 应有 {} {}"],
  too_much: ["{}: Too big: expected {} to have {} {}", "{}：过多：{} 应有 {} {}"],
  unproven: ["the phase was called complete without evidence", "该阶段在没有证据的情况下被判为完成"],
  proven: ["task {} succeeded", "任务 {} 已成功"],
  had_failed: ["task {} was judged done but had failed", "任务 {} 被判为完成，但实际已失败"],
  proves_nothing: [
    "task {} proves nothing: it did not succeed or does not exist",
    "任务 {} 不能作为证据：未成功或不存在",
  ],
} as const satisfies Dictionary

/** Why a text is no JSON, as the engine's runtime says it. */
export const JSON_WORDS = {
  place: ["{} in JSON at position {} (line {} column {})", "{}（JSON 位置 {}，第 {} 行第 {} 列）"],
  position: ["{} in JSON at position {}", "{}（JSON 位置 {}）"],
  after: [
    "Unexpected non-whitespace character after JSON at position {} (line {} column {})",
    "JSON 结束后还有多余字符（位置 {}，第 {} 行第 {} 列）",
  ],
  end: ["Unexpected end of JSON input", "JSON 意外结束"],
  token: ["Unexpected token {} is not valid JSON", "意外的符号 {} 不是有效的 JSON"],
  string: ["Unterminated string", "字符串没有结束"],
  control: ["Bad control character in string literal", "字符串中有不允许的控制字符"],
  escaped: ["Bad escaped character", "错误的转义字符"],
  escape: ["Bad Unicode escape", "错误的 Unicode 转义"],
  name: ["Expected property name or '}'", "应为属性名或 '}'"],
  quoted: ["Expected double-quoted property name", "应为双引号括起的属性名"],
  colon: ["Expected ':' after property name", "属性名之后应为 ':'"],
  value: ["Expected ',' or '}' after property value", "属性值之后应为 ',' 或 '}'"],
  element: ["Expected ',' or ']' after array element", "数组元素之后应为 ',' 或 ']'"],
  deep: ["it is nested more than {} levels deep", "嵌套超过 {} 层"],
} as const satisfies Dictionary

/** Why an undo left a file alone. */
export const UNDO_WORDS = {
  unsure: [
    "it changed in or after a round that was interrupted, and it is not known who changed it",
    "它在被中断的一轮之中或之后改变，无法确定是谁改的",
  ],
  since: ["it was changed since", "此后被改动过"],
  other: ["something else is in its place now", "该位置现在是别的东西"],
  folder: ["a folder is there now", "该位置现在是一个文件夹"],
  unheld: ["a file is there now that no checkpoint holds", "该位置现在有一个检查点未保存的文件"],
} as const satisfies Dictionary

/** What became of a call of a model. */
export const FAULT_WORDS = {
  nobody: [
    "Nothing listens at {}: is the server running, and is the base URL right?",
    "{} 没有响应：服务器是否在运行，地址是否正确？",
  ],
  certificate: [
    "The certificate of {} is not trusted: {}. Put your own authority's file into NODE_EXTRA_CA_CERTS.",
    "{} 的证书不受信任：{}。请将你的证书颁发机构文件写入 NODE_EXTRA_CA_CERTS。",
  ],
  broke_off: ["{} broke off: {}", "{} 中断：{}"],
  not_accepted: ["{} did not accept the request ({}): {}", "{} 未接受请求（{}）：{}"],
  no_model: ['{} has no model "{}" ({}): {}', "{} 没有模型“{}”（{}）：{}"],
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
