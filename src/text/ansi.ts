/** A piece of a line in one look. */
export type Styled = {
  readonly text: string
  /** Names of looks: `bold`, `fg-1`, `bg-12`; colours 0–7 are the usual ones, 8–15 the bright ones. */
  readonly looks: readonly string[]
  /** Colours beyond the sixteen, as CSS has them. */
  readonly color?: string
  readonly background?: string
}

type Look = { attributes: Set<string>; fg: string; bg: string; color: string; background: string }

const plain = (): Look => ({ attributes: new Set(), fg: "", bg: "", color: "", background: "" })

const ATTRIBUTES: Readonly<Record<number, string>> = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse" }

const ESC = "\u001b"
const BELL = "\u0007"
/** Looks; whatever else there is in brackets; titles; the rest. */
const SEQUENCE = new RegExp(
  [
    `${ESC}\\[([\\d;:]*)m`,
    `${ESC}\\[[\\d;?]*[ -/]*[@-~]`,
    `${ESC}\\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\\\)`,
    `${ESC}[@-_]`,
  ].join("|"),
  "g",
)

/** Lines of a terminal's output with their colours; what moves the cursor is left out, and a line that was written over is what it became. */
export function styledLines(output: string): readonly (readonly Styled[])[] {
  let look = plain()
  return output.split("\n").map((line) => {
    const shown = line.replace(/\r+$/, "").split("\r").at(-1) ?? ""
    const pieces: Styled[] = []
    let from = 0
    for (const match of shown.matchAll(SEQUENCE)) {
      push(pieces, shown.slice(from, match.index), look)
      if (match[1] !== undefined) look = changed(look, match[1])
      from = match.index + match[0].length
    }
    push(pieces, shown.slice(from), look)
    return pieces
  })
}

/** The same without any looks. */
export function withoutAnsi(output: string): string {
  return output.replace(SEQUENCE, "")
}

function push(pieces: Styled[], text: string, look: Look): void {
  if (text === "") return
  const { attributes, fg, bg, color, background } = look
  pieces.push({
    text,
    looks: [...attributes, fg, bg].filter(Boolean),
    ...(color ? { color } : {}),
    ...(background ? { background } : {}),
  })
}

function changed(before: Look, codes: string): Look {
  const numbers = codes.split(/[;:]/).map(Number)
  let look = { ...before, attributes: new Set(before.attributes) }
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0
    if (code === 0) look = plain()
    else if (code === 38 || code === 48) at += beyond(look, code === 38, numbers.slice(at + 1))
    else setOne(look, code)
  }
  return look
}

function setOne(look: Look, code: number): void {
  const attribute = ATTRIBUTES[code]
  if (attribute) look.attributes.add(attribute)
  else if (code === 22) for (const name of ["bold", "dim"]) look.attributes.delete(name)
  else if (code >= 23 && code <= 27) look.attributes.delete(ATTRIBUTES[code - 20] ?? "")
  else if (code === 39) Object.assign(look, { fg: "", color: "" })
  else if (code === 49) Object.assign(look, { bg: "", background: "" })
  else setSixteen(look, code)
}

function setSixteen(look: Look, code: number): void {
  const tens = Math.floor(code / 10)
  const number = (code % 10) + (tens >= 9 ? 8 : 0)
  if (code % 10 > 7) return
  if (tens === 3 || tens === 9) Object.assign(look, { fg: `fg-${number}`, color: "" })
  else if (tens === 4 || tens === 10) Object.assign(look, { bg: `bg-${number}`, background: "" })
}

/** One of 256 colours, or any; returns how many numbers belong to it. */
function beyond(look: Look, isText: boolean, [kind, ...rest]: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rest
  if (kind === 2) {
    Object.assign(
      look,
      isText ? { fg: "", color: rgb(red, green, blue) } : { bg: "", background: rgb(red, green, blue) },
    )
    return 4
  }
  if (kind !== 5) return 1
  if (red < 16) setSixteen(look, (isText ? 30 : 40) + (red % 8) + (red > 7 ? 60 : 0))
  else Object.assign(look, isText ? { fg: "", color: palette(red) } : { bg: "", background: palette(red) })
  return 2
}

function palette(number: number): string {
  if (number >= 232) {
    const grey = 8 + (number - 232) * 10
    return rgb(grey, grey, grey)
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  const index = number - 16
  return rgb(level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6))
}

function rgb(red: number, green: number, blue: number): string {
  const byte = (value: number) => Math.max(0, Math.min(255, value))
  return `rgb(${byte(red)} ${byte(green)} ${byte(blue)})`
}
