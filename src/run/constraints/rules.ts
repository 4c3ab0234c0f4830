import type { z } from "zod"
import type { TaskType as TaskTypeSchema } from "../../protocol/log/control.ts"
import type { ToolKind } from "../../protocol/log/traits.ts"

/** What kind of work a request asks for; each kind has its rule. */
export type TaskType = z.infer<typeof TaskTypeSchema>

/** What one kind of work may not use, in kinds of tools. Reading, running and testing are open to every kind. */
export type Rule = {
  readonly forbidden: readonly ToolKind[]
  /** Only in the last stage: what is made of the findings comes after them. */
  readonly late: readonly ToolKind[]
  /** True: a late tool needs something done before it, not just the last stage. */
  readonly lateNeedsWork: boolean
  /** True: the last of the work must be a tool that makes the result, where the run has any. */
  readonly makesResult: boolean
  /** Words of a request that speak for this kind; one that stands in two lists decides nothing. */
  readonly keywords: readonly string[]
}

const FREE = { forbidden: [], late: [], lateNeedsWork: false, makesResult: false } as const

/** The built-in rules. The user's own are laid over them, see `ConstraintOptions`. */
export const RULES: Readonly<Record<TaskType, Rule>> = {
  research: {
    ...FREE,
    late: ["document"],
    lateNeedsWork: true,
    keywords: [
      ..."研究 调查 调研 趋势 综述 对比 分析".split(" "),
      ..."research investigate survey trend trends literature compare analyse analyze analysis".split(" "),
    ],
  },
  creation: {
    ...FREE,
    late: ["document"],
    makesResult: true,
    keywords: [
      ..."撰写 制作 海报 幻灯片 演示文稿 文案 生成 创建".split(" "),
      ..."slides presentation deck poster brochure essay article flyer generate create write report".split(" "),
    ],
  },
  data_processing: {
    ...FREE,
    forbidden: ["search"],
    keywords: [
      ..."转换 处理 统计 汇总 清洗 数据集 分析".split(" "),
      ..."convert csv dataset spreadsheet statistics aggregate deduplicate analyse analyze analysis".split(" "),
    ],
  },
  coding: {
    ...FREE,
    keywords: [
      ..."代码 函数 重构 修复 编译 单元测试 生成 创建".split(" "),
      ..."code function bug fix refactor implement compile test tests class module generate create write".split(" "),
    ],
  },
  general: { ...FREE, keywords: [] },
}
