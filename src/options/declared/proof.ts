import { STARTING } from "../commands.ts"
import type { Options } from "../option.ts"

/** What a run must prove. */
export const PROOF_OPTIONS = {
  /** When the project's checks run: after each `round` that wrote (so unless told otherwise), `phase`, `end`, or `off`. */
  verify: {
    shape: { kind: "choice", values: ["round", "phase", "end", "off"] },
    default: "round",
    project: "wins",
    isRecorded: true,
    flags: [{ name: "verify <when>", help: "when the project's checks run", on: STARTING }],
    docs: { meaning: "when [checks](checks.md) run: {values}" },
  },
  /** The project's checks by name. */
  checks: {
    shape: { kind: "own" },
    project: "wins",
    docs: { meaning: "the project's checks by name", unsaid: "what is found" },
  },
} as const satisfies Options
