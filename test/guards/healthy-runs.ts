import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall } from "../../src/testing/script-line.ts"
import { diceFor } from "../../src/testing/simulated/dice.ts"
import { complete, NOTHING_TO_CHANGE, phase, phases, plan, say, task, unfinished } from "../scenarios/lines.ts"
import type { Scenario } from "../scenarios/play.ts"
import { type Says, toolsWithTerminal } from "./fake-terminal.ts"
import { type Lines, literal } from "./front-door.ts"

/* Runs that get on with their work, in ways that look like circles from afar. */

type Turn = readonly ScriptCall[]
type Story = { readonly turns: readonly Turn[]; readonly says?: Says }

const COUNT = 40
const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: COUNT }, (_, n) => [`src/file-${n}.ts`, `export const value${n} = ${n}\n// part ${n}\n`]),
)

const list = (count: number) => Array.from({ length: count }, (_, n) => n)
const read = (n: number): ScriptCall => ({ call: "read_file", input: { path: `src/file-${n}.ts` } })
const shell = (command: string): ScriptCall => ({ call: "run_in_terminal", input: { command } })
const search = (pattern: string): ScriptCall => ({ call: "search_code", input: { pattern } })
const write = (n: number, version: number): ScriptCall => ({
  call: "write_file",
  input: { path: `src/file-${n}.ts`, content: `export const value${n} = ${version}\n// version ${version}\n` },
})

/** Each story by its dice: how long it is, and when what happens. */
const STORIES: Readonly<Record<string, (dice: () => number) => Story>> = {
  "reads many files, one after another": (dice) => ({ turns: list(20 + Math.floor(dice() * 8)).map((n) => [read(n)]) }),

  "reads several files a turn": (dice) => ({
    turns: list(12).map((n) => list(1 + Math.floor(dice() * 3)).map((part) => read(3 * n + part))),
  }),

  "edits one file many times, and the test comes along step by step": (dice) => ({
    turns: list(8 + Math.floor(dice() * 5)).flatMap((n) => [[write(1, n)], [shell("npm test")]]),
    says: (_, before) => `!${30 - before} failed in ${dice().toFixed(2)} s\nAssertionError: case ${30 - before}`,
  }),

  "runs the tests after each edit, and they pass each time": (dice) => ({
    turns: list(9 + Math.floor(dice() * 4)).flatMap((n) => [[write(n, 1)], [shell("npm test")]]),
    says: () => "12 passed",
  }),

  "needs a second edit before a failure moves": (dice) => ({
    turns: [
      [shell("npm test")],
      ...list(8 + Math.floor(dice() * 5)).flatMap((n) => [[write(2, n)], [shell("npm test")]]),
    ],
    says: (_, before) => `!AssertionError: case ${Math.floor(before / 2)}`,
  }),

  "waits for a slow build": (dice) => ({
    turns: [
      [shell("make build &")],
      ...list(5 + Math.floor(dice() * 4)).map(() => [shell("sleep 30; tail -n 1 build.log")]),
      [shell("./app --version")],
    ],
    says: (command) => (command.startsWith("sleep") ? "still linking" : `ran ${command}`),
  }),

  "watches a build that gets on": (dice) => ({
    turns: [[shell("make build &")], ...list(8 + Math.floor(dice() * 8)).map(() => [shell("tail -n 1 build.log")])],
    says: (command, before) => (command.startsWith("tail") ? `[${before * 4}%] compiling` : ""),
  }),

  "guesses two names wrong before it looks": (dice) => ({
    turns: list(5).flatMap((n) => [
      [{ call: "read_file", input: { path: `lib/missing-${n}.ts` } }],
      [search(`nowhere${n}x${Math.floor(dice() * 100)}`)],
      [search(`value${n} `)],
      [read(n)],
    ]),
  }),

  "looks at the state of the tree between edits": (dice) => ({
    turns: list(6 + Math.floor(dice() * 3)).flatMap((n) => [[write(n, 7)], [shell("git status --short")], [read(n)]]),
    says: () => " M src",
  }),

  "reads a file again after each edit": (dice) => ({
    turns: list(9 + Math.floor(dice() * 4)).flatMap((n) => [[read(5)], [write(5, n)]]),
  }),

  "makes the same change in many files, then checks": (dice) => ({
    turns: [
      ...list(14 + Math.floor(dice() * 8)).map((n) => [write(n, 99)]),
      [shell("npm test")],
      [shell("npm run lint")],
    ],
    says: () => "",
  }),

  "calls a tool that is not there, once": (dice) => ({
    turns: [
      [read(0)],
      [{ call: "open_browser", input: {} }],
      ...list(8 + Math.floor(dice() * 8)).map((n) => [read(n + 1)]),
    ],
  }),

  "opens a file again long after, and runs a flaky test twice": (dice) => ({
    turns: [
      ...list(12 + Math.floor(dice() * 4)).map((n) => [read(n)]),
      [read(0)],
      [shell("npm test")],
      [shell("npm test")],
    ],
    says: (_, before) => (before === 0 ? "!1 failed: timed out" : "12 passed"),
  }),

  "installs, builds and tests in turn": (dice) => ({
    turns: list(5 + Math.floor(dice() * 3)).flatMap((n) => [
      [write(9, n)],
      [shell("npm run build")],
      [shell("npm test")],
    ]),
    says: (command, before) => (command === "npm test" ? `${before} passed` : "built"),
  }),
}

/** The story as a tool loop: one reply a turn. */
function asReact(name: string, { turns, says = () => "" }: Story): Scenario {
  const lines = turns.map((turn, index) => [`turn-${index + 1}/reply`, calls(turn)])
  const done = { call: "task_done", input: { summary: "All of it is done.", changes: "none" } }
  return {
    name: `react: ${name}`,
    model: () =>
      keyedModel({ ...NOTHING_TO_CHANGE, ...Object.fromEntries(lines), [`turn-${turns.length + 1}/reply`]: done }),
    files: FILES,
    options: { strategy: react, tools: toolsWithTerminal(says) },
  }
}

/** The same story as rounds of two phases, three turns to a round. */
function asPhased(name: string, { turns, says = () => "" }: Story): Scenario {
  const known = turns.map((turn) => turn.filter(({ call }) => call !== "open_browser"))
  const rounds = list(Math.ceil(known.length / 3)).map((n) =>
    known
      .slice(3 * n, 3 * n + 3)
      .flat()
      .slice(0, 8),
  )
  const half = Math.ceil(rounds.length / 2)
  const parts = [rounds.slice(0, half), rounds.slice(half)].filter((part) => part.length > 0)
  return {
    ...literal({
      "phases/try-1": say(
        "phase_planner",
        phases(parts.map((part, n) => phase(n + 1, { estimated_rounds: part.length }))),
      ),
      ...Object.assign({}, ...parts.map((part, n) => phaseLines(n + 1, part))),
    }),
    name: `phased: ${name}`,
    files: FILES,
    options: { literal: true, tools: toolsWithTerminal(says), limits: { max_iterations: 60 } },
  }
}

function phaseLines(id: number, rounds: readonly Turn[]): Lines {
  let tasks = 0
  return Object.fromEntries(
    rounds.flatMap((round, index) => {
      tasks += round.length
      const path = `phase-${id}/round-${index + 1}`
      const isLast = index === rounds.length - 1
      const planned = round.map(({ call, input }) => task(call, input as Record<string, unknown>))
      return [
        [`${path}/plan/try-1`, say("plan_tool_call", plan(...planned))],
        [`${path}/judge/try-1`, say("judge_tasks", isLast ? complete(list(tasks + 1)) : unfinished())],
      ]
    }),
  )
}

/** Every story with each of the dice, as both strategies tell it. */
export function healthyRuns(dices: number): Scenario[] {
  return Object.entries(STORIES).flatMap(([name, story]) =>
    list(dices).flatMap((dice) => [
      asReact(`${name} (${dice})`, story(diceFor(`${name}/${dice}`))),
      asPhased(`${name} (${dice})`, story(diceFor(`${name}/${dice}`))),
    ]),
  )
}
