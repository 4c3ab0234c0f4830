import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { ServerReply } from "../../src/testing/server-reply.ts"
import { type Temporary, temporary } from "../support/temporary.ts"
import type { Installed } from "./cache.ts"
import type { Contender, Place, Start } from "./contender.ts"
import { openEndpoint, type PeerEndpoint } from "./endpoint.ts"

/** As many files to read as any trial asks for. */
const FILES = 300
export const REQUEST = "What does the last of the notes say? Read them one by one."
export const ANSWER = "The last one says enough."

/** A contender with a home, a folder and an address of its own. */
export type Trial = AsyncDisposable & {
  readonly contender: Contender
  readonly place: Place
  readonly endpoint: PeerEndpoint
  /** How often its model was asked with tools at hand: titles and the like don't count. */
  readonly turns: () => number
}

export async function openTrial(contender: Contender, installed: Installed): Promise<Trial> {
  const folder: Temporary = await temporary(notes())
  const endpoint = await openEndpoint()
  const place = {
    url: endpoint.url,
    home: join(folder.path, "home"),
    workspace: join(folder.path, "work"),
    packages: installed.folder,
  }
  mkdirSync(place.home, { recursive: true })
  for (const [name, content] of Object.entries(contender.settings?.(place) ?? {})) {
    mkdirSync(dirname(join(place.home, name)), { recursive: true })
    writeFileSync(join(place.home, name), content)
  }
  return {
    contender,
    place,
    endpoint,
    turns: () => endpoint.requests.filter(({ raw }) => offersTools(raw)).length,
    async [Symbol.asyncDispose]() {
      await endpoint[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** `reply` is asked with the number of the turn; whatever has no tools gets a few words. */
export function answerTurns(trial: Trial, reply: (turn: number) => ServerReply): void {
  const { endpoint } = trial
  endpoint.answer = (n) =>
    offersTools(endpoint.requests[n]?.raw ?? "") ? reply(trial.turns() - 1) : { kind: "completion", text: "Notes" }
}

export function readsNote({ contender, place }: Trial, turn: number): ServerReply {
  return { kind: "completion", calls: [contender.read(place, noteName(turn))] }
}

export function answers(): ServerReply {
  return { kind: "completion", text: ANSWER }
}

/** Which notes stand in a request. */
export function notesIn(raw: string): number {
  return new Set(raw.match(/content of note \d+/g)).size
}

/** Titles and the like are asked for without. */
export function offersTools(raw: string): boolean {
  return /"tools":\[\{/.test(raw)
}

function notes(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, index) => [`work/${noteName(index)}`, `content of note ${index}\n`]),
  )
}

function noteName(index: number): string {
  return `note-${index}.txt`
}

export type Going = { readonly child: ChildProcess; readonly ended: Promise<Ended> }

/** How a process ended, and the last that it said. */
export type Ended = { readonly code: number | string; readonly stdout: string; readonly stderr: string }

/** With a bare environment and in a group of its own, so that all of it can be ended. */
export function launch({ place }: Trial, { command: [program, ...args], env = {} }: Start): Going {
  const child = spawn(program, args, {
    cwd: place.workspace,
    env: { PATH: process.env.PATH ?? "", HOME: place.home, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  const said = { stdout: "", stderr: "" }
  child.stdout?.on("data", (piece) => (said.stdout += piece))
  child.stderr?.on("data", (piece) => (said.stderr += piece))
  return { child, ended: once(child, "close").then(([code, signal]) => ({ code: code ?? signal, ...said })) }
}

/** Ends the whole group at once and waits until it is gone. */
export async function kill({ child, ended }: Going): Promise<void> {
  try {
    process.kill(-(child.pid ?? 0), "SIGKILL")
  } catch {
    // It is gone already.
  }
  await ended
}
