// The words of the option tables in Chinese, by the names of options and limits. What has none here is shown in English.
export const PROJECT = {
  wins: "可以",
  "wins by entry": "可以",
  yields: "你没设时",
  "yields by entry": "你没设时",
  stricter: "只能更严",
  narrows: "只能更少",
  adds: "在你的基础上增加",
  never: "不可以",
}

export const HEADS = {
  options: ["键", "默认", "含义", "在工作区里", "参数", "经 HTTP"],
  limits: ["上限", "默认", "含义", "参数"],
  yes: "可以",
}

/** meaning, unsaid (the default in words), project (what a workspace's own file may do, in words). */
export const OPTIONS = {
  model: { meaning: "`provider:name`（[模型](models.zh.md)）" },
  models: {
    meaning:
      "给单个控制用的其他模型：`request_analyser`、`phase_planner`、`plan_tool_call`、`judge_tasks`、`think`、`plan_steps`、`step_result`、`todo_write`、`task_done`、`summarizer`、`final_answer`、`summary`（总结器没给出时）、`turn`（自由回复）；以及你自己策略的 `controls`",
  },
  fallback: { meaning: "模型放弃时问谁" },
  base_url: {
    meaning: "端点，用于一个服务商的模型",
    unsaid: "服务商的",
    project: "你同意之后（[信任](approvals.zh.md#信任)），且不发送你的密钥",
  },
  context_window: {
    meaning: "模型能容纳的 token，当服务器不说时（[窗口](models.zh.md#窗口)）",
    unsaid: "服务器说的，否则已知的",
  },
  first_byte_ms: {
    meaning: "模型开始回复之前可以多久，毫秒；慢机器读长提示要几分钟",
    unsaid: "120,000；本地地址 600,000",
  },
  silence_ms: { meaning: "一次回复中模型可以沉默多久，毫秒", unsaid: "60,000；本地地址 600,000" },
  retries: {
    meaning: "服务商过载或无法连接时，一次调用最多重试多少次（[重试](models.zh.md#重试)）；0：不重试",
    unsaid: "只要运行还有时间",
  },
  model_settings: { meaning: "单个模型的 `context_window`、`first_byte_ms` 和 `silence_ms`，按 `provider:name`" },
  strategy: { meaning: "[策略](strategies/README.zh.md)，[也可用别的名字](strategies/README.zh.md#名字)" },
  profile: {
    meaning:
      "{values}：`small` 给少量信息反而做得好的模型，工具少、话少、每次一个控制、最简单的策略；`auto` 按窗口和 `doctor` 看到的决定（[小模型](models.zh.md#小模型)）",
  },
  literal: {
    meaning:
      "完全按策略的流程图执行：每个方框一次调用，各部分到预估为止，没有基线和收尾关卡，30 次迭代（[结束](ends.zh.md#literal)）",
  },
  settings: { meaning: "策略自己的设置" },
  approve: { meaning: "{values}（[批准](approvals.zh.md)）", unsaid: "沙箱里 `edits`，否则 `ask`；主目录里 `ask`" },
  rules: { meaning: "`{ tool, match, decision }`", project: "只能 `ask` 和 `deny`" },
  review: { meaning: "运行之前显示计划", project: "只能 `true`" },
  sandbox: { meaning: "{values}（[沙箱](sandbox.zh.md)）", project: "只能更严：`required` 或 `auto`" },
  allow_read: { meaning: "沙箱内的命令可以读取的路径，尽管它们是隐藏的（[主目录](sandbox.zh.md#主目录)）" },
  deny_read: { meaning: "沙箱内的命令和文件工具都不能读写的路径；优先于 `allow_read`" },
  allow_write: { meaning: "沙箱内的命令可以写入的工作区之外的路径" },
  deny_write: { meaning: "沙箱内的命令和文件工具都不能写入的路径；优先于 `allow_write`" },
  network: {
    meaning: "`true`：受约束的命令可以使用整个网络；列表：可以访问这些域名而不询问（[沙箱](sandbox.zh.md#网络)）",
    project: "只能更少",
  },
  constraints: { meaning: "按任务种类的规则（[约束](constraints.zh.md)）", project: "可以禁止，不能允许" },
  scope: { meaning: "运行可以改什么，通配", unsaid: "`[]`（一切）" },
  exceptions: { meaning: "当它想用这类任务禁止的工具时：{values}" },
  verify: { meaning: "[检查](checks.zh.md)何时运行：{values}" },
  checks: { meaning: "项目的检查，按名字", unsaid: "找到的" },
  limits: { meaning: "运行可以花多少", unsaid: "见下", project: "只能更低" },
  prices: {
    meaning: "每百万 token 的美元，按模型（[价格](models.zh.md#价格)）",
    unsaid: "已知的",
    project: "价格未知时",
  },
  tools: { meaning: "工具组：{values}（[工具](tools/code.zh.md)）" },
  search: {
    meaning:
      "`web_search` 用的 `{ provider, url, key_env }`：`searxng` 加 `url`，`brave` 或 `tavily` 加存放密钥的变量名",
  },
  allow_hosts: { meaning: "`fetch_web_content` 可以访问的、并非公开的地方" },
  secrets_for: {
    meaning: '可以给单个工具的变量：`{ "mail__send": ["MAIL_TOKEN"] }`（[见下](#变量与秘密)）',
    project: "不可以；工作区写出模型地址时，你的也不算",
  },
  source: {
    meaning:
      "`URL#ref:subfolder`：集群的运行在这个 git 仓库的检出里工作，而不是在文件夹里，并在其中留下一个分支（[来源](cluster.zh.md#来源)）",
    unsaid: "无",
  },
  pass_variables: { meaning: "命令在通常的变量之外还能看到的变量名（[见下](#变量与秘密)）" },
  mcp: { meaning: "`{ servers }`：[MCP 服务器](mcp.zh.md)", project: "`keelson trust` 之后" },
  keep_calls: {
    meaning: "在日志旁保存发给模型的内容，已遮盖且有界（[查看一次调用](console.zh.md#调用)）",
    project: "只能 `false`",
  },
}

export const LIMITS = {
  max_iterations: "轮次、步骤或回合，总数",
  max_model_calls: "模型调用次数",
  max_tasks_per_round: "一个计划可以有的任务",
  max_rounds: "一个阶段的轮次；若它的预估加二更少，以后者为准",
  max_plan_steps: "一个计划的步骤，对按计划走的策略",
  max_step_tool_calls: "这样一个步骤里的工具调用，用 `literal` 时",
  max_replans: "这样的计划可以重做几次",
  max_time_ms: "活动时间：不含等待和停机；其中五分之一（最多 15 秒）留给总结",
  max_prompt_tokens: "发给模型的 token",
  max_completion_tokens: "模型写出的 token",
  max_cost: "美元；需要知道模型的[价格](models.zh.md#价格)",
  repairs_per_rung: "坏的回答退回几次之后换一种方式问",
  calls_per_control: "一个固定格式的回答最多几次调用",
  clarification_rounds: "运行可以向用户提问几次",
  clarification_questions: "每次几个问题",
  attempts_per_task: "一个任务尝试几次，对计数的策略",
  parallel_tasks: "同时的任务",
  parallel_phases: "同时的阶段",
  parallel_steps: "同时的步骤",
  round_timeout_ms: "`rounds` 策略的一轮；到时仍在运行的会被切断",
  todo_nudges: "提醒模型还有未完清单的次数",
  read_write_timeout_ms: "读或写的工具",
  network_timeout_ms: "使用网络的工具",
  execute_timeout_ms: "一条命令",
  slow_check_ms: "超过这么久的检查，只在宣布完成之前运行",
  check_timeout_ms: "一个检查",
  checkpoint_wait_ms: "大文件夹的[检查点](undo.zh.md)；它本该覆盖的就不能撤销了，除非运行有范围限制",
  compact_at_tokens: "对话超过这么多 token 就压缩",
  compact_share: "或超过模型窗口的这个比例，取较小者",
  compact_to: "压缩到其中的多大比例",
  keep_rounds: "最近的几轮，保持完整",
  reserve_calls: "为总结留下的调用",
  reserve_tokens: "为总结留下的 token",
}
