const CJK_TOKENS = 0.75
const OTHER_TOKENS = 0.5

/** No character costs less. */
export const LEAST_TOKENS = 0.2

/** What a character costs: letters come in words, digits and signs in twos and threes, spaces with what follows them. */
const ASCII_TOKENS = Float64Array.from({ length: 0x80 }, (_, code) => asciiTokens(String.fromCharCode(code)))

/**
 * An estimate, not a count: about four letters, two digits or signs, or one and a third CJK characters to a token. Within a tenth
 * for code, prose and Chinese; logs full of numbers cost more than it says. Loads no tokenizer, so it may run before every call.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(tokensIn(text))
}

/** The same for a piece of a text, not rounded: pieces add up. */
export function tokensIn(text: string): number {
  let tokens = 0
  for (let index = 0; index < text.length; index++) tokens += tokensOfUnit(text.charCodeAt(index))
  return tokens
}

function asciiTokens(character: string): number {
  if (/[a-z]/i.test(character)) return 0.25
  if (/\d/.test(character)) return 0.6
  return character === " " ? LEAST_TOKENS : 0.4
}

function tokensOfUnit(unit: number): number {
  return ASCII_TOKENS[unit] ?? (isCjkOrSurrogate(unit) ? CJK_TOKENS : OTHER_TOKENS)
}

function isCjkOrSurrogate(unit: number): boolean {
  return (unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xdfff) || (unit >= 0xf900 && unit <= 0xffef)
}
