import type { Dictionary } from "../../text/words/dictionary.ts"

/** What `keelson help TOPIC` says beside the help of commands. */
export const HELP_TOPICS = {
  models: [
    `Who thinks. keelson model asks and keeps the answer; keelson models lists what there is.
  keelson model ollama:qwen3:8b                   keep a local model
  keelson "…" --model anthropic:claude-sonnet-4-5  another one for this request
  keelson doctor --model NAME                     what its endpoint can do
  keelson models --refresh                        ask providers which models they have, and keep it
Keys come from the provider's variable (OPENAI_API_KEY, …), or are pasted in keelson model.`,
    `由谁来思考。keelson model 会询问并保存选择；keelson models 列出可用的模型。
  keelson model ollama:qwen3:8b                   保存一个本地模型
  keelson "…" --model anthropic:claude-sonnet-4-5  仅本次请求使用另一个模型
  keelson doctor --model NAME                     查看该端点的能力
  keelson models --refresh                        询问服务商有哪些模型，并保存
密钥来自服务商的环境变量（OPENAI_API_KEY 等），或在 keelson model 中粘贴。`,
  ],
  approvals: [
    `What a run may do without asking: --approve ask | edits | full | read-only.
  edits      writes in the folder, and commands in the sandbox; the way out of it asks (default in a sandbox)
  ask        reads; everything else asks (default without a sandbox)
  full       everything; read-only: nothing but reading
Commands that only read never ask. keelson answer RUN --allow | --deny "…" answers a run that waits; keelson approvals lists what you allowed for good. keelson undo takes back what a run changed.`,
    `无需询问即可执行的操作：--approve ask | edits | full | read-only。
  edits      文件夹内的写入和沙箱内的命令；离开沙箱会询问（有沙箱时的默认值）
  ask        读取；其余都会询问（没有沙箱时的默认值）
  full       全部；read-only：只读取
只读取的命令从不询问。keelson answer RUN --allow | --deny "…" 回答等待中的任务；keelson approvals 列出长期允许的操作。keelson undo 撤销一次任务的改动。`,
  ],
  pipes: [
    `Standard output has the answer, or how it ended without one; what is piped in joins the request.
  git diff | keelson "review this"
  m=$(keelson -p "a commit message") && git commit -m "$m"
  keelson run "…" --json                          events as JSON lines, the result last
  keelson run "…" --schema FILE                   the answer as JSON of this shape
Exit codes: 0 done, 1 failed, 2 usage or config, 3 needs an answer, 4 incomplete, 5 blocked, 130 interrupted.`,
    `标准输出给出答案，没有答案时说明怎样结束；通过管道传入的内容会并入请求。
  git diff | keelson "审阅这些改动"
  m=$(keelson -p "写提交信息") && git commit -m "$m"
  keelson run "…" --json                          以 JSON 行输出事件，最后是结果
  keelson run "…" --schema FILE                   按此结构输出 JSON 答案
退出码：0 完成，1 失败，2 用法或配置错误，3 需要回答，4 未完成，5 受阻，130 被中断。`,
  ],
  limits: [
    `How far a run may go: --max-time 15m, --max-cost 0.50, --max-iterations, --max-model-calls, --max-tokens,
--limit NAME=VALUE for any other. At a limit the run ends with its report; keelson resume goes on, and on a terminal you
are asked. keelson config lists every limit, keelson config set limits.max_iterations 60 keeps one.`,
    `任务的上限：--max-time 15m、--max-cost 0.50、--max-iterations、--max-model-calls、--max-tokens，
其他上限用 --limit NAME=VALUE。达到上限时任务以报告结束；keelson resume 继续，在终端上会询问您。
keelson config 列出所有上限，keelson config set limits.max_iterations 60 保存一个。`,
  ],
} as const satisfies Dictionary

export type HelpTopic = keyof typeof HELP_TOPICS
