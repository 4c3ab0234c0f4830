const ASCII_TOKENS = 0.25
const CJK_TOKENS = 0.75
const OTHER_TOKENS = 0.5

/**
 * An estimate, not a count: about four ASCII characters or one and a third CJK characters to a token.
 * Never zero for a text that is not empty; loads no tokenizer, so it may run before every call.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let index = 0; index < text.length; index++) tokens += tokensOfUnit(text.charCodeAt(index))
  return Math.ceil(tokens)
}

function tokensOfUnit(unit: number): number {
  if (unit < 0x80) return ASCII_TOKENS
  return isCjkOrSurrogate(unit) ? CJK_TOKENS : OTHER_TOKENS
}

function isCjkOrSurrogate(unit: number): boolean {
  return (unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xdfff) || (unit >= 0xf900 && unit <= 0xffef)
}
