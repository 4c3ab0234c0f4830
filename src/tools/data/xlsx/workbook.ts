import { posix } from "node:path"
import { ToolFailure } from "../../tool.ts"
import { isDateFormat } from "./dates.ts"
import { attribute, type XmlToken, xmlTokens } from "./xml.ts"
import { damaged, Zip } from "./zip.ts"

/** A workbook's sheets, and what is needed to read their cells. */
export type Workbook = {
  readonly zip: Zip
  readonly sheets: readonly { readonly name: string; readonly part: string }[]
  readonly texts: readonly string[]
  /** By a cell's style: whether its number is a date. */
  readonly dateStyles: readonly boolean[]
  readonly startsIn1904: boolean
}

type Open = Extract<XmlToken, { kind: "open" }>

/** Reads everything of a workbook but its sheets. */
export async function openWorkbook(file: string): Promise<Workbook> {
  const zip = await Zip.open(file)
  const tags = (part: string) => openTags(zip, part)
  if (!zip.has("xl/workbook.xml")) throw damaged("it has no part xl/workbook.xml")
  const targets = new Map(
    (await tags("xl/_rels/workbook.xml.rels")).map((tag) => [read(tag, "Id"), read(tag, "Target")]),
  )
  const book = await tags("xl/workbook.xml")
  const sheets = book
    .filter(({ name }) => name === "sheet")
    .map((tag) => ({ name: read(tag, "name"), part: partPath(targets.get(read(tag, "id")) ?? "") }))
    .filter(({ part }) => zip.has(part))
  const properties = book.find(({ name }) => name === "workbookPr")
  return {
    zip,
    sheets,
    texts: zip.has("xl/sharedStrings.xml") ? await sharedTexts(zip) : [],
    dateStyles: zip.has("xl/styles.xml") ? dateStyles(await tags("xl/styles.xml")) : [],
    startsIn1904: properties !== undefined && /^(1|true)$/.test(read(properties, "date1904")),
  }
}

/** The sheet of this name, or the first. */
export function findSheet({ sheets }: Workbook, name: string | undefined) {
  const sheet = name === undefined ? sheets[0] : sheets.find((candidate) => candidate.name === name)
  if (sheet) return sheet
  const names = sheets.map((candidate) => candidate.name).join(", ")
  throw new ToolFailure(
    name === undefined ? "The workbook has no sheet." : `There is no sheet "${name}"; it has: ${names}.`,
  )
}

/** Office's own escape for characters that XML can't hold. */
export function unescapeOffice(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

async function openTags(zip: Zip, part: string): Promise<Open[]> {
  const tags: Open[] = []
  for await (const token of xmlTokens(await zip.stream(part))) if (token.kind === "open") tags.push(token)
  return tags
}

function read({ attributes }: Open, name: string): string {
  return attribute(attributes, name) ?? ""
}

/** Targets are relative to `xl/`, unless they start with a slash. */
function partPath(target: string): string {
  return target.startsWith("/") ? target.slice(1) : posix.normalize(`xl/${target}`)
}

/** Runs of formatted text are joined; reading aids (`rPh`) are no part of it. */
async function sharedTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = []
  const path: string[] = []
  for await (const token of xmlTokens(await zip.stream("xl/sharedStrings.xml"))) {
    if (token.kind === "open") {
      if (token.name === "si") texts.push("")
      if (!token.isEmpty) path.push(token.name)
    } else if (token.kind === "close") path.pop()
    else if (path.at(-1) === "t" && !path.includes("rPh")) texts[texts.length - 1] += token.text
  }
  return texts.map(unescapeOffice)
}

function dateStyles(tags: readonly Open[]): boolean[] {
  const custom = new Map(
    tags.filter(({ name }) => name === "numFmt").map((tag) => [Number(read(tag, "numFmtId")), read(tag, "formatCode")]),
  )
  const start = tags.findIndex(({ name }) => name === "cellXfs")
  const after = tags.slice(start + 1)
  const end = after.findIndex(({ name }) => name === "cellStyles" || name === "dxfs")
  return (start < 0 ? [] : after.slice(0, end < 0 ? undefined : end))
    .filter(({ name }) => name === "xf")
    .map((tag) => Number(read(tag, "numFmtId")))
    .map((id) => isDateFormat(id, custom.get(id)))
}
