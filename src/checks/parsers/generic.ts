import type { Parser } from "./reading.ts"

const TELLING =
  /\b(\w*(error|exception)|fatal|panic(ked)?|traceback|assert\w*|segmentation fault|fail(ed|ure|ures|s|ing)?|not ok|expected|undefined|cannot|denied)\b|[✗✘✖×]|错误|异常|失败|断言|致命/i
const NOTHING_WRONG =
  /\b(0|no) (\w+ )?(errors?|failures?|failed|failing)\b|\b(errors?|failures?|failed|fail)\b\W{1,3}0\b|0 个?(错误|失败)/i
const NOISE = /^(npm (error|ERR!)|npm warn|ELIFECYCLE|error Command failed|make(\[\d+\])?: \*\*\*|> )/

const TAIL = 5

/** For output of any kind: lines that speak of a failure, in their order, then how it ended. */
export const generic: Parser = (lines) => {
  const said = lines.filter((line) => line.trim() !== "")
  const telling = said.filter((line) => TELLING.test(line) && !NOTHING_WRONG.test(line) && !NOISE.test(line))
  return {
    failing: [...telling.map((line) => line.trim()), ...said.slice(-TAIL).map((line) => line.trim())],
    counts: null,
  }
}
