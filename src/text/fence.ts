/** What is not ours to say is fenced, with a fence that the text can't close and go on as our own words. */
export function fence(text: string): string {
  const bars = "`".repeat(Math.max(2, longestRun(text)) + 1)
  return `${bars}\n${text}\n${bars}`
}

/** One line of code in Markdown, in as many backticks as it takes. */
export function codeSpan(text: string): string {
  const longest = longestRun(text)
  const bars = "`".repeat(longest + 1)
  return longest === 0 ? `${bars}${text}${bars}` : `${bars} ${text} ${bars}`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}
