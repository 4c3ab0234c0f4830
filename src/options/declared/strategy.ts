import type { Options } from "../option.ts"

/** How the work is gone about. */
export const STRATEGY_OPTIONS = {
  strategy: {
    shape: { kind: "text" },
    default: "auto",
    project: "wins",
    variable: "KEELSON_STRATEGY",
    flags: [{ name: "strategy <name>", help: "{strategies}", on: ["run", "chat"], isCommon: true }],
    http: true,
    mcp: "{strategies}, or one of the project's own; as configured unless given",
    settings: { label: ["Strategy", "策略"] },
    docs: { meaning: "[strategies](strategies/README.md), [also by other names](strategies/README.md#names)" },
  },
  /** How much a model is given at once. */
  profile: {
    shape: { kind: "choice", values: ["auto", "small", "usual"] },
    default: "auto",
    project: "wins",
    isRecorded: true,
    flags: [
      {
        name: "profile <profile>",
        help: "how much the model is given at once: {values}; auto goes by its window and by what doctor saw",
        on: ["run", "chat"],
      },
    ],
    http: true,
    docs: {
      meaning:
        "{values}: `small` for a model that does best with little, few tools in few words, one control a call, the simplest strategy; `auto` goes by the window and by what `doctor` saw ([small models](models.md#small-models))",
    },
  },
  /** True: the seeds' own flow, without what the engine adds to it. */
  literal: {
    shape: { kind: "switch" },
    default: false,
    project: "wins",
    isRecorded: true,
    flags: [
      {
        name: "literal",
        help: "run the strategy as its chart has it: one call per box, no extensions, no base, no closing gate",
        on: ["run", "chat"],
        means: true,
      },
    ],
    http: true,
    mcp: "true: run the strategy as its chart has it, without the engine's extensions, base and closing gate",
    docs: {
      meaning:
        "run the strategy as its chart has it: one call per box, parts end at their estimate, no base, no closing gate, 30 iterations ([ends](ends.md#literal))",
    },
  },
  /** The strategy's own settings, checked against its schema. */
  settings: {
    shape: { kind: "record" },
    default: {},
    project: "wins by entry",
    flags: [
      {
        name: "no-fuse",
        help: "one model call per control, instead of several controls in one",
        on: ["run", "chat"],
        means: { fuse: false },
      },
    ],
    http: true,
    docs: { meaning: "the strategy's own settings" },
  },
} as const satisfies Options
