/** Control characters but tabs and line ends, and signs that turn the direction of text round or take no room. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Hides nothing: what is approved must be what is seen. */
export function spelledOut(text: string): string {
  return text.replace(HIDDEN, (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`)
}
