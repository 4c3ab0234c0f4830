import { speaker } from "./dictionary.ts"

/** What deserves a second look, in a command and in a change of files. */
export const RISK_WORDS = {
  label: ["Look twice: {}", "请注意：{}"],
  in_file: ["{} ({})", "文件 {}（{}）"],
  unconfined: ["runs outside the sandbox", "在沙箱之外运行"],
  privileged: ["takes more rights (sudo)", "提升权限（sudo）"],
  deletes: ["deletes whole folders", "删除整个文件夹"],
  fetched_code: ["runs code that it fetches", "运行下载的代码"],
  writes_outside: ["writes outside the workspace", "写入工作区之外"],
  runs_later: ["runs by itself later", "以后会自动运行"],
  instructs: ["agents take it for instructions", "会被智能体当作指令"],
  dependencies: ["decides whose code is used", "决定使用谁的代码"],
  secret: ["looks like a secret", "像是机密信息"],
  address: ["names an address in the network", "含有网络地址"],
  hidden: ["has characters that are not seen", "含有看不见的字符"],
  executable: ["may be run as a program", "可作为程序运行"],
  outside: ["is outside the workspace", "位于工作区之外"],
  drops_lines: ["takes many lines away", "删去许多行"],
  drops_file: ["the whole file goes", "整个文件被删除"],
  unseen: ["what changes can't be shown", "无法显示改动内容"],
} as const

export const sayRisk = speaker(RISK_WORDS)
