import type { ChangeRisk, FileRisk } from "../../protocol/log/event.ts"
import { type FileDiff, readDiff } from "../../text/unified-diff.ts"
import { isOutside } from "./command-risks.ts"
import { risksByName } from "./file-risks.ts"
import { addedRisks, droppedRisks, type Known } from "./line-risks.ts"

/** So many lines less are more than a change of words. */
const MANY_LINES = 40
/** A sign on every line says nothing; that there are more is seen in the diff. */
const MOST_LINES = 20
const MOST_RISKS = 100

/** What is said of files whose change is not shown; every line of a diff itself begins with a sign. */
const UNSEEN = /^(?:Binary file (.+): \d+ bytes before|(.+): too large a change to show)/gm

type Place = { readonly root: string; isSecret(text: string): boolean }

/**
 * What in a change of files deserves a second look, by the names of the files and the lines that come and go. That nothing is
 * named does not make it harmless: any line of code can do harm.
 */
export function changeRisks(diff: string, { isSecret }: Place): FileRisk[] {
  const files = readDiff(diff)
  const unseen = [...diff.matchAll(UNSEEN)].map(([, binary, large]) => binary ?? large ?? "")
  return [
    ...files.flatMap((file) => risksOf(file, files, isSecret)),
    ...unseen.flatMap((path) => ofFile(path, [...risksByName(path), "unseen"])),
  ].slice(0, MOST_RISKS)
}

/** The same for a call that shows no diff: its files, and what is in the texts that it hands over. */
export function argumentRisks(paths: readonly string[], texts: readonly string[], place: Place): FileRisk[] {
  const lines = texts.flatMap((text) => text.split("\n"))
  return paths.flatMap((path) => {
    const known = { path, isSecret: place.isSecret }
    const found = lines.flatMap((line) => addedRisks(line, known))
    return ofFile(path, [
      ...(isOutside(path, place.root) ? (["outside"] as const) : []),
      ...risksByName(path),
      ...found,
    ])
  })
}

function risksOf(file: FileDiff, all: readonly FileDiff[], isSecret: Known["isSecret"]): FileRisk[] {
  const { path } = file
  const found = linesOf(file, { path, isSecret })
  const whole = [
    ...risksByName(path),
    ...(file.executable ? (["executable"] as const) : []),
    ...goneRisks(file, all),
  ].filter((risk) => !found.has(risk))
  return [...ofFile(path, whole), ...[...found].map(([risk, lines]) => ({ path, risk, lines }))]
}

function ofFile(path: string, risks: readonly ChangeRisk[]): FileRisk[] {
  return [...new Set(risks)].map((risk) => ({ path, risk }))
}

function linesOf({ hunks, path }: FileDiff, known: Known): ReadonlyMap<ChangeRisk, number[]> {
  const found = new Map<ChangeRisk, number[]>()
  for (const { kind, text, at } of hunks.flatMap(({ lines }) => lines)) {
    const risks = kind === "add" ? addedRisks(text, known) : kind === "drop" ? droppedRisks(text, path) : []
    for (const risk of risks) found.set(risk, [...(found.get(risk) ?? []), at].slice(0, MOST_LINES))
  }
  return found
}

/** A file with another name is not gone. */
function goneRisks(file: FileDiff, all: readonly FileDiff[]): ChangeRisk[] {
  if (file.how === "deleted") return all.some((other) => isMove(file, other)) ? [] : ["drops_file"]
  return file.dropped - file.added >= MANY_LINES ? ["drops_lines"] : []
}

function isMove(from: FileDiff, to: FileDiff): boolean {
  return to.how === "new" && to.added === from.dropped && textOf(to) === textOf(from)
}

function textOf({ hunks }: FileDiff): string {
  return hunks.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n")
}
