import { between, pick } from "./chance.ts"
import { type Fault, preloaded } from "./fault.ts"
import { Life } from "./life.ts"

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** About as many lines as a trial has to say. */
const LINES = 60
/** About as many writes as a trial makes. */
const WRITES = 420
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const

const HOUR_MS = 3_600_000

/** What happens to the process itself. */
export const PROCESS_FAULTS: readonly Fault[] = [
  { group: "no fault", name: "none" },
  {
    group: "kill -9 at a random moment",
    name: "kill at a random moment",
    during: async (life, { dice }) => {
      await life.said(between(dice, 0, LINES))
      await wait(dice() * 15)
      life.process.kill("SIGKILL")
    },
  },
  {
    group: "kill -9 at a write",
    name: "kill at a write",
    start: ({ dice }) => ({ environment: preloaded({ CAMPAIGN_DIE_AT: String(between(dice, 1, WRITES)) }) }),
  },
  ...SIGNALS.map(
    (signal): Fault => ({
      group: "signals",
      name: signal,
      during: async (life, { dice }) => {
        await life.said(between(dice, 1, LINES))
        life.process.kill(signal)
      },
    }),
  ),
  {
    group: "signals",
    name: "two signals",
    during: async (life, { dice }) => {
      await life.said(between(dice, 1, LINES))
      life.process.kill(pick(dice, SIGNALS))
      await wait(dice() * 10)
      life.process.kill(pick(dice, SIGNALS))
    },
  },
  {
    group: "clock jumps",
    name: "clock jump",
    start: ({ dice }) => {
      const jump = Math.round((dice() < 0.5 ? -1 : 1) * (dice() < 0.5 ? 72 * HOUR_MS : 40_000) * dice())
      return { environment: preloaded({ CAMPAIGN_JUMP: `${between(dice, 1, 150)}/${jump}` }) }
    },
  },
  {
    group: "two processes on one run",
    name: "resumed beside the one that carries it out",
    during: async (life, scene) => {
      await life.said(between(scene.dice, 2, LINES))
      await new Life(scene.place, { words: ["resume", "--json", ...scene.model] }).end
    },
  },
  {
    group: "two processes on one run",
    name: "killed, then resumed twice at once",
    during: async (life, scene) => {
      await life.said(between(scene.dice, 2, LINES))
      life.process.kill("SIGKILL")
      await life.end
      const resume = () => new Life(scene.place, { words: ["resume", "--json", ...scene.model] }).end
      await Promise.all([resume(), resume()])
    },
  },
  {
    group: "ends of the terminal",
    name: "standard error is full",
    start: () => ({ through: 'exec "$@" 2> /dev/full' }),
  },
  {
    group: "ends of the terminal",
    name: "standard output is full",
    start: () => ({ through: 'exec "$@" > /dev/full' }),
    isMute: true,
  },
  {
    group: "ends of the terminal",
    name: "its reader goes away",
    start: ({ dice }) => ({ through: `"$@" 2>&1 | head -n ${between(dice, 1, 20)} > /dev/null` }),
    isMute: true,
  },
]
