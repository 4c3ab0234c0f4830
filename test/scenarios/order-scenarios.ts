import { react } from "../../src/strategies/react/react.ts"
import { rounds } from "../../src/strategies/rounds/rounds.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { literal } from "../guards/front-door.ts"
import { complete, plan, say, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"
import { thought } from "./rounds-scenarios.ts"

/* The order of what one plan, or one reply, asks for. */

const run = (command: string) => task("run_in_terminal", { command })
const read = (path: string) => task("read_file", { path })

/** The tests fail, then it would be deployed; everything else goes on, except in rounds. */
const DEPLOY = [
  run("sleep 0.1; exit 1"),
  run("sh deploy.sh"),
  run("cat there.txt"),
  task("write_file", { path: "note.txt", content: "kept\n" }),
  run("echo more >> note.txt"),
]
const THERE = { "there.txt": "I was here before.\n", "deploy.sh": "echo deployed > deployed.txt\n" }

/** Each of these stands on the one before. */
const ON_EACH_OTHER = [
  run("sleep 0.1; echo one > log.txt"),
  run("echo two >> log.txt"),
  read("log.txt"),
  task("edit_file", { path: "log.txt", old_text: "two", new_text: "three" }),
  run("cat log.txt"),
]

export const commandsInPlace: Scenario = {
  ...literal({
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...ON_EACH_OTHER)),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 3, 4, 5])),
  }),
  name: "order: commands keep their place",
}

export const noDeployPhased: Scenario = {
  ...literal({
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...DEPLOY)),
    "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished({ failed_tasks: [1], next_action: "end_phase" })),
  }),
  name: "order: no deploy after failing tests, phased",
  files: THERE,
}

export const noDeployRounds: Scenario = {
  name: "order: no deploy after failing tests, rounds",
  model: () =>
    keyedModel({
      "round-1/plan/try-1": say("plan_tool_call", { ...plan(...DEPLOY), complexity: "simple" }),
      "round-1/think/try-1": say("think", thought("The tests fail.")),
      "round-2/plan/try-1": say("plan_tool_call", plan(read("there.txt"))),
      "round-2/think/try-1": say("think", thought("They still fail.")),
    }),
  files: THERE,
  options: { strategy: rounds, settings: { fuse: false } },
}

export const noDeployReact: Scenario = {
  name: "order: no deploy after failing tests, react",
  model: () =>
    keyedModel({
      "turn-1/reply": calls(
        DEPLOY.map(({ tool, arguments: input }) => ({ call: String(tool), input: input as object })),
      ),
      "turn-2/reply": say("task_done", { summary: "The tests fail, so nothing was deployed." }),
    }),
  files: THERE,
  options: { strategy: react },
}

export const ORDER_SCENARIOS = [commandsInPlace, noDeployPhased, noDeployRounds, noDeployReact]
