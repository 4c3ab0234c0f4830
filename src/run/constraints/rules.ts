import type { z } from "zod"
import type { TaskType as TaskTypeSchema } from "../../protocol/control.ts"

/** What kind of work a request asks for; each kind has its rule. */
export type TaskType = z.infer<typeof TaskTypeSchema>

/** What one kind of work may use. Names without a tool in the run do nothing; tools that no list names are allowed. */
export type Rule = {
  /** What it is done with; `all` where nothing is left out. */
  readonly allowed: readonly string[] | "all"
  readonly forbidden: readonly string[]
  /** Only in the last stage: what is made of the findings comes after them. */
  readonly late: readonly string[]
  /** True: a late tool needs something done before it, not just the last stage. */
  readonly lateNeedsWork: boolean
  /** Tools that make the result: the last of the work must be one of them, where the run has any. */
  readonly endsWith: readonly string[]
  /** Whether the terminal may run commands that do more than read. */
  readonly commands: "any" | "reading"
  /** Words of a request that speak for this kind; one that stands in two lists decides nothing. */
  readonly keywords: readonly string[]
}

const READING = ["list_files", "read_file", "search_code", "read_artifact", "read_document", "read_image"]
const WRITING = ["write_file", "edit_file", "apply_patch"]
const WEB = ["web_search", "fetch_web_content"]
const DATA = ["read_dataset", "query_data", "run_code"]
const DOCUMENTS = ["pdf", "pptx", "docx", "xlsx"]
const TERMINAL = ["run_in_terminal"]

/** Tools whose `command` goes to a shell: what is said of commands holds for each of them. */
export const COMMAND_TOOLS: readonly string[] = [...TERMINAL, "wait_for"]

const NOTES = ["memory", "wait_for", "ask_user", "request_exception"]

/** Every name that rules speak of: a list of what is allowed forbids the others of these, and no tool of the user's own. */
export const KNOWN_TOOLS: readonly string[] = [
  ...READING,
  ...WRITING,
  ...WEB,
  ...DATA,
  ...DOCUMENTS,
  ...TERMINAL,
  ...NOTES,
]

const FREE = { forbidden: [], late: [], lateNeedsWork: false, endsWith: [], commands: "any" } as const

/** The built-in rules. The user's own are laid over them, see `ConstraintOptions`. */
export const RULES: Readonly<Record<TaskType, Rule>> = {
  research: {
    allowed: [...WEB, ...READING, ...TERMINAL, ...NOTES],
    forbidden: [],
    late: [...DOCUMENTS, ...WRITING],
    lateNeedsWork: true,
    endsWith: [],
    commands: "reading",
    keywords: [
      ..."研究 调查 调研 趋势 综述 对比 分析".split(" "),
      ..."research investigate survey trend trends literature compare analyse analyze analysis".split(" "),
    ],
  },
  creation: {
    ...FREE,
    allowed: "all",
    late: DOCUMENTS,
    endsWith: [...DOCUMENTS, ...WRITING],
    keywords: [
      ..."撰写 制作 海报 幻灯片 演示文稿 文案 生成 创建".split(" "),
      ..."slides presentation deck poster brochure essay article flyer generate create write report".split(" "),
    ],
  },
  data_processing: {
    ...FREE,
    allowed: "all",
    forbidden: ["web_search"],
    keywords: [
      ..."转换 处理 统计 汇总 清洗 数据集 分析".split(" "),
      ..."convert csv dataset spreadsheet statistics aggregate deduplicate analyse analyze analysis".split(" "),
    ],
  },
  coding: {
    ...FREE,
    allowed: [...READING, ...WRITING, ...WEB, ...TERMINAL, ...NOTES, "run_code"],
    keywords: [
      ..."代码 函数 重构 修复 编译 单元测试 生成 创建".split(" "),
      ..."code function bug fix refactor implement compile test tests class module generate create write".split(" "),
    ],
  },
  general: { ...FREE, allowed: "all", keywords: [] },
}
