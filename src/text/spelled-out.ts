/**
 * What a reader does not see, or takes for something else: control characters but tabs and line ends, signs that turn the direction
 * of text round, everything that takes no room (joiners, fillers, tags, selectors), blanks that are no plain space, halves of a
 * character. A selector right behind a picture only says how that is drawn; the wide space is what Chinese and Japanese write.
 */
const HIDDEN =
  /(?![\t\n\u3000 ])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Bidi_Control}\u2800\ufff9-\ufffb\u{1d159}]|(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu

/** Hides nothing: what is approved must be what is seen. */
export function spelledOut(text: string): string {
  return replaceHidden(text, (sign) => `<U+${sign.toString(16).toUpperCase().padStart(4, "0")}>`)
}

/** Puts something in the place of each character that hides, by its code point. */
export function replaceHidden(text: string, by: (sign: number) => string): string {
  return text.replace(HIDDEN, (sign) => by(sign.codePointAt(0) ?? 0))
}

/** Whether something in the text would not be seen as what it is. */
export function hidesSomething(text: string): boolean {
  return text.search(HIDDEN) !== -1
}
