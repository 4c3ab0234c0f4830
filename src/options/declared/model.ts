import { ASKING, STARTING } from "../commands.ts"
import type { Options } from "../option.ts"

/** Who thinks. */
export const MODEL_OPTIONS = {
  model: {
    shape: { kind: "text" },
    project: "wins",
    flags: [
      {
        name: "m, model <name>",
        help: "the model, as provider:name; keelson models lists the providers",
        on: ASKING,
        hostHelp: "the model, as provider:name, unless a request names one",
        isCommon: true,
      },
    ],
    variable: "KEELSON_MODEL",
    http: true,
    form: { label: ["Model", "模型"], example: "provider:name" },
    docs: { meaning: "`provider:name` ([models](models.md))" },
  },
  /** Models that answer some controls instead of the main one, by control. */
  models: {
    shape: { kind: "named texts" },
    default: {},
    project: "wins by entry",
    docs: {
      meaning:
        "other models for single controls: `request_analyser`, `phase_planner`, `plan_tool_call`, `judge_tasks`, `think`, `plan_steps`, `step_result`, `todo_write`, `task_done`, `summarizer`, `final_answer`, `summary` (where the summarizer gave none), `turn` (a free reply); and the `controls` of your own strategies",
    },
  },
  /** Who is asked when a model gives up. */
  fallback: {
    shape: { kind: "text" },
    project: "wins",
    docs: { meaning: "who is asked when a model gives up" },
  },
  base_url: {
    shape: { kind: "url" },
    project: "own",
    flags: [
      {
        name: "base-url <url>",
        help: "the model's endpoint, such as http://127.0.0.1:11434/v1",
        on: ASKING,
        hostHelp: "the model's endpoint",
      },
    ],
    variable: "KEELSON_BASE_URL",
    docs: {
      meaning: "the endpoint, for the models of one provider",
      unsaid: "the provider's",
      project: "after your yes ([trust](approvals.md#trust)), and your key is not sent there",
    },
  },
  context_window: {
    shape: { kind: "count" },
    project: "wins",
    flags: [{ name: "context-window <tokens>", help: "how many tokens the model's server really takes", on: ASKING }],
    docs: {
      meaning: "the tokens that fit into the model, where its server doesn't tell ([windows](models.md#windows))",
      unsaid: "what the server tells, else what is known",
    },
  },
  /** How long a model may take to begin. */
  first_byte_ms: {
    shape: { kind: "time" },
    project: "wins",
    flags: [{ name: "first-byte <time>", help: "how long a model may take to begin a reply: 90s, 15m", on: ASKING }],
    docs: {
      meaning:
        "how long a model may take to begin a reply, in milliseconds; a long prompt on a slow machine takes minutes",
      unsaid: "120,000; 600,000 at local addresses",
    },
  },
  silence_ms: {
    shape: { kind: "time" },
    project: "wins",
    flags: [{ name: "silence <time>", help: "how long a model may fall silent within a reply: 90s, 15m", on: ASKING }],
    docs: {
      meaning: "how long a model may fall silent within a reply, in milliseconds",
      unsaid: "60,000; 600,000 at local addresses",
    },
  },
  /** How often one call is tried again while its endpoint is overloaded or away; more often than a run has time for, unless told otherwise. */
  retries: {
    shape: { kind: "count", from: 0 },
    default: 1000,
    project: "wins",
    isRecorded: true,
    flags: [
      {
        name: "retries <n>",
        help: "how often a call is tried again while its provider is overloaded or away",
        on: STARTING,
      },
    ],
    http: true,
    docs: {
      meaning:
        "how often one call is tried again while its provider is overloaded or can't be reached ([retries](models.md#retries)); 0: never",
      unsaid: "as long as the run has time",
    },
  },
  /** Window, first byte and silence for single models, by `provider:name`. */
  model_settings: {
    shape: { kind: "own" },
    default: {},
    project: "wins by entry",
    docs: {
      meaning: "`context_window`, `first_byte_ms` and `silence_ms` of single models, by `provider:name`",
    },
  },
} as const satisfies Options
