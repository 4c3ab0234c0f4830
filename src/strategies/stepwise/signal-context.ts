import type { SignalMark } from "./signal-marks.ts"

/* A signal that is given, against one that is talked about: "I will say step_done when the tests pass". */

const LATER =
  /\b(will|would|shall|when|once|if|until|unless|later|after|before|should|going to|can then)\b|'ll\b|我会|就会|将|如果|若|一旦|等到|等我|待|之后|以后|后再|再输出|才能|接下来/iu
const DENIED = /\b(not|cannot|never|yet|nothing like|instead of)\b|n't\b|尚未|还没|还未|不能|不要|无法|没有完成/iu
const CONDITION = /\b(when|once|if|until|unless|after|for example|e\.g)\b|如果|若|一旦|等到|之后|以后|例如/iu

/** Whether the reply gives the signal; a mention in a sentence about it does not count. */
export function isMeant(reply: string, mark: SignalMark): boolean {
  const before = sentenceBefore(reply, mark.start)
  const after = sentenceAfter(reply, mark.end)
  if (before === "" && after === "") return !isAnnounced(reply, mark)
  if (isInFence(reply, mark.start)) return false
  const sentence = `${before} ${after}`
  if (LATER.test(sentence) || (mark.kind === "step_done" && DENIED.test(sentence))) return false
  return before === "" || after === "" || /[:：,，、;；–—→>-]$/u.test(before)
}

/** "When all is well I will say:" and the signal below it. */
function isAnnounced(reply: string, { start }: SignalMark): boolean {
  const lines = reply
    .slice(0, start)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("```"))
  const intro = bare(lines.at(-1) ?? "")
  return /[:：]$/u.test(intro) && CONDITION.test(intro)
}

function isInFence(reply: string, start: number): boolean {
  return (reply.slice(0, start).split("```").length - 1) % 2 === 1
}

/** From the last end of a sentence or line; a full stop inside a file name is none. */
function sentenceBefore(reply: string, start: number): string {
  const line = reply.slice(reply.lastIndexOf("\n", start - 1) + 1, start)
  return bare(line.split(/[.!?]\s+|[。！？]/u).at(-1) ?? "")
}

function sentenceAfter(reply: string, end: number): string {
  const line = reply.slice(end).split("\n", 1)[0] ?? ""
  return bare(line.split(/[.!?](?:\s+|$)|[。！？]/u)[0] ?? "")
}

/** Without what only decorates: emphasis, quotes, list marks, the head of a fence. */
function bare(text: string): string {
  return text.replace(/```[a-z0-9]*/gi, "").replace(/^[\s*_`"'“”>#•✅✔-]+|[\s*_`"'“”✅✔]+$/gu, "")
}
