import { readdirSync } from "node:fs"
import { beforeAll, describe, expect, it } from "vitest"
import type { HeardRequest } from "../support/emulators/mind.ts"
import { type Block, blocksOf, isShown } from "./blocks.ts"
import { Reader } from "./reader.ts"
import { shopMind } from "./shop-mind.ts"

/* Every block of the tutorial, in order, in one folder: files are written, commands are run, and what is shown is what came. */

const FOLDER = "docs/tutorial"
const CHAPTERS = readdirSync(FOLDER).filter((name) => /^\d.*\.md$/.test(name) && !name.endsWith(".zh.md"))

const write = (path: string, content: string) => ({ tool: "write_file", arguments: { path, content } })
const edit = (path: string, old_text: string, new_text: string) => ({
  tool: "edit_file",
  arguments: { path, old_text, new_text },
})

const JOBS = [
  {
    words: "what does price.js do",
    answer: "price.js exports total(prices, discount): it adds the prices up and subtracts the discount as an amount.",
  },
  { words: "what is tested here", answer: "One thing: ten percent off 10 and 20 makes 27." },
  {
    words: "the test fails",
    task: edit("price.js", "sum - discount", "sum * (1 - discount / 100)"),
    summary: "total takes the discount in percent now.",
  },
  { words: "total([])", answer: "0: an empty basket costs nothing." },
  {
    words: "function average",
    task: edit(
      "price.js",
      "/** What a basket",
      "export const average = (prices) => total(prices, 0) / prices.length\n\n/** What a basket",
    ),
    summary: "There is a function average now.",
  },
  {
    words: "order 42",
    task: { tool: "look_up_order", arguments: { number: 42 } },
    summary: "Order 42 was shipped yesterday.",
  },
  { words: "write a README", task: write("README.md", "# Shop\n"), summary: "There is a README now." },
  {
    words: "write a CHANGELOG",
    task: write("CHANGELOG.md", "# Changelog\n"),
    summary: "The CHANGELOG is written.",
  },
  { words: "write a LICENSE", task: write("LICENSE", "MIT\n"), summary: "The LICENSE is written." },
]

/** The smaller model says the same, and writes something else. */
const median = (body: string) => [
  {
    words: "function median",
    task: edit("price.js", "/** What a basket", `export const median = (prices) => ${body}\n\n/** What a basket`),
    summary: "There is a function median now.",
  },
  ...JOBS,
]

/** It is about to be asked what comes after the licence was written. */
function hasWrittenLicence({ messages }: HeardRequest): boolean {
  return messages.some(({ text }) => text.includes("write a LICENSE")) && messages.some(({ role }) => role === "tool")
}

describe("the tutorial does what it shows", () => {
  let reader: Reader
  /** Until then that reply does not come, as if the model were slow: that is when the page kills the run. */
  const killed = Promise.withResolvers<void>()
  beforeAll(async () => {
    const mind = shopMind(median("prices.toSorted((a, b) => a - b)[prices.length >> 1]"))
    const smaller = shopMind(median("total(prices, 0) / prices.length"))
    reader = await Reader.with(async (asked) => {
      if (hasWrittenLicence(asked)) await killed.promise
      return (asked.model.includes("1.7b") ? smaller : mind)(asked)
    })
  })

  it.each(CHAPTERS)("%s", async (name) => {
    let printed = ""
    for (const block of blocksOf(`${FOLDER}/${name}`)) {
      if (block.language === "text") expect(printed, block.text).toSatisfy((text: string) => isShown(block.text, text))
      else if (block.language === "sh") printed = await followed(reader, block)
      else reader.write(block)
      if (block.text.includes("kill -9")) killed.resolve()
    }
  })
})

/** A block ends with 0 unless it says otherwise behind its language. */
async function followed(reader: Reader, { text, about }: Block): Promise<string> {
  const printed = await reader.run(text)
  expect(printed.code, `${text}\n${printed.text}`).toBe(Number(about.replace("exit ", "") || 0))
  return printed.text
}

describe("the Chinese chapters have the same blocks", () => {
  it.each(CHAPTERS)("%s", (name) => {
    const page = `${FOLDER}/${name}`
    const bare = (path: string) => blocksOf(path).map(({ language, about, text }) => ({ language, about, text }))
    expect(bare(page.replace(/md$/, "zh.md"))).toEqual(bare(page))
  })
})
