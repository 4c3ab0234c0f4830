import { type Dictionary, speaker } from "../text/words/dictionary.ts"

/** What a report says besides what the run itself said. */
export const REPORT_WORDS = {
  request: ["Request", "需求"],
  outcome: ["Outcome", "结果"],
  verified: ["verified", "已验证"],
  unverified: ["unverified", "未验证"],
  "undone.all": ["its changes were taken back since", "其改动之后已全部撤销"],
  "undone.part": ["some of its changes were taken back since", "其部分改动之后已撤销"],
  running: ["not ended", "尚未结束"],
  missing: ["Missing", "缺少"],
  refused: ["Refused", "被拒绝"],
  summary: ["Summary", "总结"],
  highlights: ["Highlights", "关键成果"],
  figures: ["Figures", "数据"],
  strategy: ["strategy", "策略"],
  model: ["model", "模型"],
  time: ["active time", "活动时间"],
  iterations: ["iterations", "迭代"],
  calls: ["model calls", "模型调用"],
  tokens: ["tokens in + out", "输入 + 输出 token"],
  cached: ["cached", "缓存命中"],
  quality: ["quality, as the model says", "质量（模型评价）"],
  cost: ["cost", "费用"],
  unknown: ["unknown", "未知"],
  checks: ["Checks", "检查"],
  as_before: ["red as before", "与运行前一样未通过"],
  files: ["Files changed", "改动的文件"],
  work: ["What was done", "执行过程"],
  noticed: ["Noticed", "记录"],
} as const satisfies Dictionary

/** Says a word of a report's. */
export const reportWord = speaker(REPORT_WORDS)
