import { Readable } from "node:stream"
import fc from "fast-check"
import { expect, it } from "vitest"
import { attribute, type XmlToken, xmlTokens } from "./xml.ts"

const SAMPLE = `<?xml version="1.0"?><!-- a > b --><x:row r="1" note='a>b &amp; "c"'>
  <c/>甲&#20057;&#x4e19;&lt;<![CDATA[<raw> & ]]></x:row>`

async function tokensOf(pieces: readonly Uint8Array[]): Promise<XmlToken[]> {
  const tokens: XmlToken[] = []
  for await (const token of xmlTokens(Readable.from(pieces))) tokens.push(token)
  return tokens
}

it("names come without prefix, attributes and text without escapes", async () => {
  const tokens = await tokensOf([Buffer.from(SAMPLE)])
  expect(tokens.map((token) => (token.kind === "text" ? token.text.trim() : `${token.kind} ${token.name}`))).toEqual([
    "open row",
    "",
    "open c",
    "甲乙丙<",
    "<raw> &",
    "close row",
  ])
  const [row] = tokens
  const attributes = row?.kind === "open" ? row.attributes : ""
  expect(["r", "note", "no"].map((name) => attribute(attributes, name))).toEqual(["1", 'a>b & "c"', undefined])
})

it("it is the same wherever the stream is cut", async () => {
  const bytes = Buffer.from(SAMPLE)
  const whole = textOf(await tokensOf([bytes]))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const pieces = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end))
      expect(textOf(await tokensOf(pieces.filter(({ length }) => length > 0)))).toEqual(whole)
    }),
    { seed: 7, numRuns: 200 },
  )
})

/** Text may come in pieces; joined it must be the same. */
function textOf(tokens: readonly XmlToken[]): string[] {
  const parts: string[] = []
  for (const token of tokens) {
    if (token.kind !== "text") parts.push(JSON.stringify(token))
    else if (parts.at(-1)?.startsWith("text:")) parts.push(`${parts.pop()}${token.text}`)
    else parts.push(`text:${token.text}`)
  }
  return parts
}
