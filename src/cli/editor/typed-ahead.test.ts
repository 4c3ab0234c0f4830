import { PassThrough } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import { editLine } from "./edit-line.ts"

const SETTINGS = {
  history: [],
  completions: { commands: [], files: () => [] },
  words: { leave: "", more: () => "" },
}

/** A terminal that nobody has made raw yet: it makes a line feed of Enter. */
function cooked() {
  const input = Object.assign(new PassThrough(), {
    isRaw: false,
    setRawMode: (isRaw: boolean) => Object.assign(input, { isRaw }),
  })
  const output = Object.assign(new PassThrough(), { columns: 40, rows: 20 })
  output.resume()
  return { input, output, paint: (_format: string, text: string) => text }
}

it("takes Enter that was typed before the prompt was there for Enter, and what came with it for what is typed next", async () => {
  const terminal = cooked()
  terminal.input.write("hello\nand more\n")
  expect(await editLine(terminal, SETTINGS)).toBe("hello")
  expect(await editLine(terminal, SETTINGS)).toBe("and more")
})

it("takes Ctrl-J that is typed at the prompt for a new line", async () => {
  const terminal = cooked()
  const text = editLine(terminal, SETTINGS)
  await setImmediate()
  await setImmediate()
  await setImmediate()
  for (const key of ["a", "\n", "b", "\r"]) terminal.input.write(key)
  expect(await text).toBe("a\nb")
})
