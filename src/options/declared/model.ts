import { ASKING } from "../commands.ts"
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
} as const satisfies Options
