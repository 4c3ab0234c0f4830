import { homedir } from "node:os"
import { stripVTControlCharacters } from "node:util"
import { type ServerReply, status } from "../../src/testing/server-reply.ts"
import { ANSWER, answers, answerTurns, kill, launch, notesIn, REQUEST, readsNote, type Trial } from "./trial.ts"

/** More than this, and it is taken to go on for ever. */
export const MOST_TURNS = 250
export const MOST_SECONDS = 90

/** A model that misbehaves, and what is to come of it. */
export type Fault = {
  readonly name: string
  readonly says: string
  readonly reply: (trial: Trial, turn: number) => ServerReply
}

/** What a contender did: how often it asked, how it ended, and what it said. */
export type Outcome = {
  readonly turns: number
  readonly code: number | string | undefined
  readonly answered: boolean
  readonly words: string
}

export const FAULTS: readonly Fault[] = [
  {
    name: "never stops",
    says: "The model reads one file after another and never answers.",
    reply: (trial, turn) => readsNote(trial, turn),
  },
  {
    name: "same call for ever",
    says: "The model reads the same file again and again.",
    reply: (trial) => readsNote(trial, 0),
  },
  {
    name: "empty reply",
    says: "After two files the model replies with nothing, for ever.",
    reply: (trial, turn) => (turn < 2 ? readsNote(trial, turn) : { kind: "completion" }),
  },
  {
    name: "broken arguments",
    says: "The arguments of the second and third call are no JSON; then the model does it right and answers.",
    reply: (trial, turn) => (turn === 1 || turn === 2 ? broken(trial) : turn < 5 ? readsNote(trial, turn) : answers()),
  },
  {
    name: "model dies",
    says: "After three files every request is answered with status 500.",
    reply: (trial, turn) => (turn < 3 ? readsNote(trial, turn) : status(500)),
  },
]

function broken({ contender, place }: Trial): ServerReply {
  const { name } = contender.read(place, "note-1.txt")
  return { kind: "completion", calls: [{ name, arguments: '{"path": "note-1.txt", oops' }] }
}

export async function tryFault(trial: Trial, fault: Fault): Promise<Outcome> {
  const enough = Promise.withResolvers<undefined>()
  answerTurns(trial, (turn) => {
    if (turn < MOST_TURNS) return fault.reply(trial, turn)
    enough.resolve(undefined)
    return { kind: "hang" }
  })
  const going = launch(trial, trial.contender.start(trial.place, REQUEST))
  const timer = setTimeout(() => enough.resolve(undefined), MOST_SECONDS * 1000)
  const end = await Promise.race([going.ended, enough.promise])
  clearTimeout(timer)
  await kill(going)
  const { stdout, stderr } = await going.ended
  return {
    turns: trial.turns(),
    code: end?.code,
    answered: stdout.includes(ANSWER),
    words: wordsOf(stdout, stderr),
  }
}

/** What a killed process leaves: how many of the notes it had read stand in the first request of the one that goes on. */
export type Survival = { readonly kept: number; readonly of: number; readonly answered: boolean }

const READ_BEFORE = 5

export async function tryKill(trial: Trial): Promise<Survival> {
  const { contender, place, endpoint } = trial
  const reached = Promise.withResolvers<void>()
  answerTurns(trial, (turn) => {
    if (turn < READ_BEFORE) return readsNote(trial, turn)
    reached.resolve()
    return { kind: "hang" }
  })
  const first = launch(trial, contender.start(place, REQUEST))
  await Promise.race([reached.promise, first.ended])
  await kill(first)
  const before = endpoint.requests.length
  answerTurns(trial, () => answers())
  const second = launch(trial, contender.resume?.(place) ?? contender.start(place, REQUEST))
  const timer = setTimeout(() => void kill(second), MOST_SECONDS * 1000)
  const { stdout } = await second.ended
  clearTimeout(timer)
  const later = endpoint.requests.slice(before).map(({ raw }) => notesIn(raw))
  return { kept: Math.max(0, ...later), of: READ_BEFORE, answered: stdout.includes(ANSWER) }
}

/** What a user reads of it: the beginning of what it printed, else the line that says how it ended, else its first complaint. */
function wordsOf(stdout: string, stderr: string): string {
  const said = linesOf(stderr)
  const found = linesOf(stdout)[0] ?? SAYS_WHY.map((form) => said.find((line) => form.test(line))).find(Boolean) ?? ""
  return found.replace(PREFIX, "").replaceAll(homedir(), "~")
}

/** How ends are told, the best word first: what it ended as, an error by its name, whatever sounds like one. */
const SAYS_WHY = [
  /\bended: /,
  /^(?:\w*Error\w*|ERROR|Error\b[^:]*)(?: \[[^\]]*\])?: /,
  /error|limit|exceed|fail|status 5/i,
]
/** The hour, or the process. */
const PREFIX = /^(?:\[[\d:]+\]|\(node:\d+\)) /

function linesOf(text: string): string[] {
  const lines = stripVTControlCharacters(text).split("\n")
  return lines.map((line) => line.trim()).filter((line) => /\p{L}/u.test(line))
}
