import { skim } from "../../examples/strategies/skim.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { Scenario } from "./play.ts"

/** A strategy with a kind of stage and a kind of note of its own. */
export const SKIM: Scenario = {
  name: "skim: pick, read, answer",
  request: "What do they say?",
  files: { "a.txt": "alpha\n", "b.txt": "beta\n" },
  model: () =>
    keyedModel({
      "look/pick/try-1": { call: "pick_files", input: { files: ["a.txt", "b.txt"] } },
      "end-1/answer/try-1": { call: "answer", input: { text: "Alpha and beta." } },
    }),
  options: { strategy: skim },
}
