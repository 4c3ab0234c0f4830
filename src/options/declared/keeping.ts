import { HOSTED } from "../commands.ts"
import type { Options } from "../option.ts"

/** What is kept of a run beside its log. */
export const KEEPING_OPTIONS = {
  /** Whether what models are sent is kept, so that each call can be looked into; it is unless told otherwise. */
  keep_calls: {
    shape: { kind: "switch" },
    default: true,
    strictest: [false, true],
    project: "stricter",
    isRecorded: true,
    flags: [
      {
        name: "no-keep-calls",
        help: "do not keep what the model is sent",
        on: HOSTED,
        means: false,
      },
    ],
    settings: {
      label: ["Keep what models are sent", "保留发送给模型的内容"],
      hint: ["So that each call can be opened; it goes with its run.", "以便打开每次调用；随运行一起删除。"],
    },
    docs: {
      meaning:
        "keep what models are sent beside the log, redacted and bounded ([looking into a call](console.md#calls))",
      project: "only `false`",
    },
  },
} as const satisfies Options
