/* Most chat clients keep nothing of a reply but its text, so a question names its run in its last line. */

const LAST_LINE = /\n*\[keelson run ([\w-]{1,100})\]\s*$/

/** The text with the run's name under it. */
export function withRunName(text: string, runId: string): string {
  return `${text}\n\n[keelson run ${runId}]`
}

/** The run that asked this. */
export function namedRun(text: string): string | undefined {
  return LAST_LINE.exec(text)?.[1]
}

export function withoutRunName(text: string): string {
  return text.replace(LAST_LINE, "")
}
