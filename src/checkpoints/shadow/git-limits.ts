import { knownToBlock, READ_BY_GIT, watchForBlocking } from "../../tools/workspace/blocking-file.ts"
import { CheckpointsUnavailable } from "./unavailable.ts"

/** No command of ours takes longer; one that does waits for something. */
const LIMIT_MS = 300_000

/** Throws where git would wait for ever, as far as that is known from an earlier command. */
export function requireUnblocked(workspace: string): void {
  const name = knownToBlock(workspace, READ_BY_GIT)
  if (name !== undefined) throw blocked(workspace, name)
}

/**
 * Limits one command of git's: in time, and by a look at what it may wait for. Aborts `ending` with the reason, which is what its caller
 * throws. Returns how to stop watching.
 */
export function limitGit(workspace: string, words: readonly string[], ending: AbortController): () => void {
  const late = `git ${words[0]} took longer than ${LIMIT_MS / 60_000} minutes`
  const timer = setTimeout(() => ending.abort(givenUp(workspace, late)), LIMIT_MS)
  const stop = watchForBlocking(workspace, READ_BY_GIT, (name) => ending.abort(blocked(workspace, name)))
  return () => {
    clearTimeout(timer)
    stop()
  }
}

function blocked(workspace: string, name: string): CheckpointsUnavailable {
  return givenUp(workspace, `"${name}" is not a plain file and would block git; remove it`)
}

function givenUp(workspace: string, why: string): CheckpointsUnavailable {
  return new CheckpointsUnavailable(`No checkpoint of ${workspace}: ${why}.`, why)
}
