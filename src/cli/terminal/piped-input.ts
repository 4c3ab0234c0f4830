import { fstatSync } from "node:fs"
import { languageHere } from "../../host/user-language.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"
import { tell } from "./output.ts"

export const INPUT_WORDS = {
  waiting: [
    "reading standard input until it ends (Ctrl-D; < /dev/null goes on without it).",
    "正在读取标准输入，直到结束（Ctrl-D；用 < /dev/null 可跳过）。",
  ],
  silent: ["nothing came on standard input; going on without it.", "标准输入没有内容，继续执行。"],
  cut: [
    "standard input is long: of {} characters the first {} and the last {} are used. Put it into a file and name that for all of it.",
    "标准输入过长：共 {} 个字符，只使用前 {} 个和后 {} 个。如需全部内容，请存为文件并写明文件名。",
  ],
} as const satisfies Dictionary

const say = speaker(INPUT_WORDS)

/** So long nothing is said while somebody else's program makes up its mind. */
const PATIENCE_MS = 3000

/**
 * What another program or a file hands over on standard input; empty where nobody does. A pipe is waited for to its end, however long the
 * program at its other end takes. A socket is what programs give to those that they start, often without a thought of it: silence is enough.
 */
export async function pipedInput(): Promise<string> {
  const kind = kindOfInput()
  return kind === undefined ? "" : hear(kind === "socket")
}

function kindOfInput(): "pipe" | "socket" | undefined {
  if (process.stdin.isTTY) return undefined
  try {
    const stat = fstatSync(0)
    if (stat.isFIFO() || stat.isFile()) return "pipe"
    return stat.isSocket() ? "socket" : undefined
  } catch {
    // Closed from the start.
    return undefined
  }
}

function hear(givesUp: boolean): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { stdin } = process
  let heard = ""
  const patience = setTimeout(() => {
    if (heard !== "") return
    tell(`keelson: ${say(languageHere(), givesUp ? "silent" : "waiting")}`)
    if (givesUp) finish()
  }, PATIENCE_MS)
  const finish = () => {
    clearTimeout(patience)
    stdin.removeAllListeners("data").pause()
    // A file as standard input holds no process open, and has no `unref`.
    if ("unref" in stdin) stdin.unref()
    resolve(heard)
  }
  stdin.setEncoding("utf8").on("data", (text: string) => {
    heard += text
  })
  // A file that can't be read is what nohup leaves there.
  stdin.once("end", finish).once("error", finish)
  return promise
}

/** More would fill the window of most models before the first reply. */
const MOST_CHARACTERS = 200_000

/** As much as a request can take: a log says most at its end, a diff at its beginning. What is left out is said, here and to the model. */
export function fittedInput(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  const half = MOST_CHARACTERS / 2
  tell(`keelson: ${say(languageHere(), "cut", text.length, half, half)}`)
  const left = text.length - MOST_CHARACTERS
  return `${text.slice(0, half)}\n[… ${left} characters left out …]\n${text.slice(-half)}`
}
