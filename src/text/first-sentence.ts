/** The first sentence of a text; all of it where none ends. */
export function firstSentence(text: string): string {
  return text.match(/^.*?[.?](?=\s|$)/s)?.[0] ?? text
}
