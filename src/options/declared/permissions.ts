import { HOSTED, STARTING } from "../commands.ts"
import type { Options } from "../option.ts"

/** What a run may do, and what is asked first. */
export const PERMISSION_OPTIONS = {
  /** How much a run may do without asking. */
  approve: {
    shape: { kind: "choice", values: ["ask", "edits", "full", "read-only"] },
    default: "ask",
    strictest: ["read-only", "ask", "edits", "full"],
    project: "stricter",
    flags: [
      {
        name: "approve <policy>",
        help: "what needs no question: ask (nothing that writes), edits, full, read-only",
        on: HOSTED,
        hostHelp: "what needs no question unless a request says otherwise",
        isCommon: true,
      },
    ],
    variable: "KEELSON_APPROVE",
    http: true,
    form: {
      label: ["Allowed without a question", "无需询问即可执行"],
      values: {
        ask: ["Reading; everything else asks", "读取；其余都会询问"],
        edits: ["Edits and confined commands; the rest asks", "编辑和沙箱内的命令；其余会询问"],
        full: ["Everything", "全部"],
        "read-only": ["Reading, and nothing else", "只读取，不做其他"],
      },
    },
    docs: {
      meaning: "{values} ([approvals](approvals.md))",
      unsaid: "`edits` in a sandbox, else `ask`; `ask` in the home folder",
    },
  },
  /** Words on single tools and calls, on top of `approve`. */
  rules: {
    shape: { kind: "own" },
    default: [],
    project: "own",
    docs: { meaning: "`{ tool, match, decision }`", project: "only `ask` and `deny`" },
  },
  /** True: plans are shown to the user, who may change them, before anything runs. */
  review: {
    shape: { kind: "switch" },
    default: false,
    strictest: [true, false],
    project: "stricter",
    isRecorded: true,
    flags: [
      { name: "plan-only", help: "plan, then wait: nothing runs before you answer", on: ["run"], means: true },
      {
        name: "review",
        help: "look at the plan, and change it if you like, before it runs",
        on: ["run"],
        isCommon: true,
        means: true,
      },
    ],
    http: true,
    form: {
      label: ["Show me the plan first", "先让我查看计划"],
      hint: ["Nothing of it runs before you say so; you can change it.", "在您同意之前不会执行；您可以修改。"],
      withoutPlan: ["This strategy makes no plan.", "此策略不制定计划。"],
    },
    docs: { meaning: "show plans before they run", project: "only `true`" },
  },
  /** `auto` uses a sandbox where there is one; with `required` no run starts or goes on without. */
  sandbox: {
    shape: { kind: "choice", values: ["required", "auto", "off"] },
    default: "auto",
    strictest: ["required", "auto", "off"],
    project: "stricter",
    flags: [
      {
        name: "no-sandbox",
        help: "run commands unconfined even where they could be confined",
        on: HOSTED,
        hostHelp: "do not confine commands",
        means: "off",
      },
      {
        name: "require-sandbox",
        help: "start no run whose commands can't be confined",
        on: HOSTED,
        means: "required",
      },
    ],
    settings: {
      label: ["Sandbox for commands", "命令沙箱"],
      values: {
        required: ["Always: no run without one", "必须：没有沙箱就不运行"],
        auto: ["Where there is one", "有则使用"],
        off: ["Never: commands run with your rights", "从不：命令以您的权限运行"],
      },
    },
    docs: { meaning: "{values} ([sandbox](sandbox.md))", project: "only stricter: `required`, or `auto`" },
  },
  /** Whether commands in the sandbox may use the network, all of it or these domains; not unless told otherwise. */
  network: {
    shape: { kind: "domains" },
    default: false,
    strictest: [false, true],
    project: "stricter",
    isRecorded: true,
    flags: [
      {
        name: "domain <name>",
        help: "let confined commands reach this domain without a question, such as *.example.org; may be given several times",
        on: STARTING,
      },
      { name: "network", help: "let confined commands use the whole network", on: STARTING, means: true },
    ],
    settings: {
      label: ["Network for confined commands", "沙箱内命令可用的网络"],
      hint: [
        "true: all of it. false: they ask. Or domains, with commas.",
        "true 表示全部；false 表示先询问；也可以填写域名，用逗号分隔。",
      ],
      example: "registry.npmjs.org, *.example.org",
    },
    docs: {
      meaning:
        "`true`: confined commands may use the whole network; a list: these domains, without a question ([sandbox](sandbox.md#network))",
      project: "only less",
    },
  },
  /** Rules on top of those that go with the kind of task. */
  constraints: {
    shape: { kind: "own" },
    default: { enforce: true },
    project: "own",
    docs: { meaning: "rules by kind of task ([constraints](constraints.md))", project: "may forbid, not allow" },
  },
  /** Globs of what runs may change; everything in the workspace unless told otherwise. */
  scope: {
    shape: { kind: "texts" },
    default: [],
    project: "yields",
    isRecorded: true,
    flags: [
      {
        name: "scope <glob>",
        help: "what the run may change, such as src/**; may be given several times",
        on: STARTING,
      },
    ],
    http: true,
    form: {
      label: ["May change only", "只允许改动"],
      hint: ["Globs, with commas; empty means anywhere in the folder.", "通配符，用逗号分隔；留空表示整个文件夹。"],
      example: "src/**, test/**",
    },
    docs: { meaning: "globs of what a run may change", unsaid: "`[]` (everything)" },
  },
  /** What happens when a run asks to use a tool that its constraints forbid; `ask` unless told otherwise. */
  exceptions: {
    shape: { kind: "choice", values: ["grant", "ask", "deny"] },
    default: "ask",
    strictest: ["deny", "ask", "grant"],
    project: "stricter",
    isRecorded: true,
    flags: [
      {
        name: "exceptions <policy>",
        help: "when it wants a tool that is forbidden for its kind of task",
        on: STARTING,
      },
    ],
    settings: {
      label: ["A tool that its kind of task forbids", "任务类型禁止的工具"],
      values: { grant: ["Granted", "准许"], ask: ["Asks you", "询问您"], deny: ["Denied", "拒绝"] },
    },
    docs: { meaning: "when it wants a tool that is forbidden for its kind of task: {values}" },
  },
} as const satisfies Options
