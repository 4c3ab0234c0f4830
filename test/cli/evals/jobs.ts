import { shopMind } from "../../docs/shop-mind.ts"
import type { EmulatedThought, HeardRequest } from "../../support/emulators/mind.ts"
import type { Place } from "../place.ts"

/* Ten small jobs, and two models of which one does them and one only says so. */

const WORDS = ["alpha", "bravo", "carol", "delta", "echo", "fox", "golf", "hotel", "india", "julia"] as const

/** What the careless model gets right none the less. */
const EASY: readonly string[] = WORDS.slice(0, 4)

const write = (path: string, content: string) => ({ tool: "write_file", arguments: { path, content } })

const able = shopMind(
  WORDS.map((word) => ({
    words: `the word ${word}`,
    task: write(`${word}.txt`, `${word}\n`),
    summary: `${word}.txt has the word.`,
  })),
)

const careless = shopMind(
  WORDS.map((word) => ({
    words: `the word ${word}`,
    task: write(`${word}.txt`, EASY.includes(word) ? `${word}\n` : "something\n"),
    summary: `${word}.txt has the word.`,
  })),
)

/** Which one is asked is in the name of the model. */
export function mind(asked: HeardRequest): EmulatedThought {
  return asked.model.includes("able") ? able(asked) : careless(asked)
}

/** Writes the jobs into a folder of a place and says where they are. */
export function writeJobs(here: Place, count: number = WORDS.length, folder = "jobs"): string {
  for (const word of WORDS.slice(0, count)) {
    const at = `${folder}/write-${word}`
    here.write(
      `${at}/job.json`,
      JSON.stringify({ checks: { content: `sh check.sh ${word}` }, limits: { max_iterations: 8 } }),
    )
    here.write(`${at}/request.md`, `Write a file ${word}.txt with the word ${word} in it.\n`)
    here.write(`${at}/workspace/README.md`, "Words, a file for each.\n")
    here.write(`${at}/hidden/check.sh`, 'grep -qx "$1" "$1.txt"\n')
    here.write(`${at}/solution/${word}.txt`, `${word}\n`)
  }
  return folder
}

/** The flags that lead to an emulated server. */
export function at(url: string): string[] {
  return ["--base-url", url, "--approve", "full"]
}

export const MODELS = ["--models", "ollama:able,ollama:careless"]

export const STRATEGIES = ["--strategies", "react,rounds,auto"]
