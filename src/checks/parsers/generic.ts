import { flat } from "./reading.ts"

const TELLING =
  /\b(\w*(error|exception)|fatal|panic(ked)?|traceback|assert\w*|segmentation fault|fail(ed|ure|ures|s|ing)?|not ok|expected|undefined|cannot|denied)\b|[✗✘✖×]|错误|异常|失败|断言|致命/i
const NOTHING_WRONG =
  /\b(0|no) (\w+ )?(errors?|failures?|failed|failing)\b|\b(errors?|failures?|failed|fail)\b\W{1,3}0\b|0 个?(错误|失败)/i
const NOISE = /^(npm (error|ERR!)|npm warn|ELIFECYCLE|error Command failed|make(\[\d+\])?: \*\*\*|> )/

const TAIL = 5

/** Of output of any kind the lines that speak of a failure, in their order; where none does, how it ended. Nothing has a name there. */
export function tellingLines(lines: readonly string[]): string[] {
  const said = lines.filter((line) => line.trim() !== "")
  const telling = said.filter((line) => TELLING.test(line) && !NOTHING_WRONG.test(line) && !NOISE.test(line))
  return (telling.length > 0 ? telling : said.slice(-TAIL)).map(flat)
}
