import { fitsPieces, type Piece, piecesOf } from "./glob.ts"

/**
 * Globs of paths: `*` and `?` stay within a folder, `**` is any number of folders, `[a-z]` one character, `{a,b}` one of several.
 * Without a slash the name alone is looked at, in every folder; a leading `!` means all other paths.
 */

/** More alternatives than anybody writes: what braces could multiply into ends there. */
const MOST_ALTERNATIVES = 256

/** Tells whether a path fits; `folder`: where the pattern may start besides the root, for people mean either. */
export function pathGlob(pattern: string, folder = "."): (path: string) => boolean {
  const bare = pattern.trim()
  if (bare.startsWith("!")) {
    const fits = pathGlob(bare.slice(1), folder)
    return (path) => !fits(path)
  }
  const wanted = alternatives(bare).map(segmentsOf)
  const start = folder === "." ? "" : `${folder}/`
  return (path) => {
    const parts = path.split("/")
    const below = start !== "" && path.startsWith(start) ? path.slice(start.length).split("/") : undefined
    return wanted.some((glob) => fitsGlob(glob, parts) || (below !== undefined && fitsGlob(glob, below)))
  }
}

/** For a first choice by somebody else: patterns that every fitting name fits; `undefined` where that can't be said simply. */
export function namePatterns(pattern: string): string[] | undefined {
  if (pattern.trim().startsWith("!")) return undefined
  const names = alternatives(pattern.trim()).map((one) => one.slice(one.lastIndexOf("/") + 1))
  return names.every((name) => /^[\w.*-]*[*.][\w.*-]*$/.test(name) && !/^\*$|\*\*/.test(name)) ? names : undefined
}

type Glob = { readonly segments: readonly Segment[]; readonly isName: boolean; readonly isLiteral: boolean }
type Segment = "folders" | readonly Piece[]

function segmentsOf(pattern: string): Glob {
  const text = pattern.replace(/^(?:\.\/)+/, "").replace(/\/$/, "/**")
  const segments = text
    .replace(/^\//, "")
    .split("/")
    .map((part): Segment => (part === "**" ? "folders" : withSets(part)))
  const isLiteral = segments.every((part) => part !== "folders" && part.every(({ kind }) => kind === "character"))
  return { segments, isName: !text.includes("/"), isLiteral }
}

/** A name without wildcards may be that of a folder: then it stands for all that is in it. */
function fitsGlob({ segments, isName, isLiteral }: Glob, parts: readonly string[]): boolean {
  const [name] = segments
  if (isName && name !== undefined && name !== "folders") {
    return isLiteral ? parts.some((part) => fitsPieces(name, [...part])) : fitsPieces(name, [...(parts.at(-1) ?? "")])
  }
  return fitsSegments(segments, isLiteral ? parts.slice(0, segments.length) : parts)
}

/** By what the first so many segments can reach: no pattern takes long. */
function fitsSegments(segments: readonly Segment[], parts: readonly string[]): boolean {
  let reached: readonly number[] = [0]
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1
    reached =
      segment === "folders" ? onwards(reached, parts.length, isLast ? 1 : 0) : oneFurther(reached, parts, segment)
  }
  return reached.includes(parts.length)
}

/** Any number of folders; at the end of a pattern at least a file. */
function onwards([first]: readonly number[], last: number, least: number): number[] {
  if (first === undefined) return []
  return Array.from({ length: Math.max(0, last - first - least + 1) }, (_, more) => first + least + more)
}

function oneFurther(reached: readonly number[], parts: readonly string[], pieces: readonly Piece[]): number[] {
  return reached.filter((at) => at < parts.length && fitsPieces(pieces, [...(parts[at] ?? "")])).map((at) => at + 1)
}

/** `[a-z]` and `[!a-z]`; a bracket that is never closed is itself. */
function withSets(part: string): Piece[] {
  const pieces: Piece[] = []
  let rest = part
  for (let set = SET.exec(rest); set; set = SET.exec(rest)) {
    const [whole, before = "", not, inside = ""] = set
    pieces.push(...piecesOf(before), { kind: "one", text: "", among: among(inside, not !== "") })
    rest = rest.slice(whole.length)
  }
  return [...pieces, ...piecesOf(rest)]
}

const SET = /^((?:\\.|[^\\[])*)\[([!^]?)(\]?[^\]]*)\]/su

function among(inside: string, isOther: boolean): (character: string) => boolean {
  const ranges = [...inside.matchAll(/(.)-(.)|(.)/gsu)].map(
    ([, from, to, one = ""]) => [from ?? one, to ?? one] as const,
  )
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isOther
}

/** The first brace that is closed and has a comma is written out, then the next. */
function alternatives(pattern: string): string[] {
  const done: string[] = []
  const open = [pattern]
  while (open.length > 0 && done.length + open.length <= MOST_ALTERNATIVES) {
    const text = open.shift() ?? ""
    const brace = firstBrace(text)
    if (!brace) done.push(text)
    else open.unshift(...brace.choices.map((choice) => text.slice(0, brace.start) + choice + text.slice(brace.end)))
  }
  return [...done, ...open]
}

function firstBrace(text: string): { start: number; end: number; choices: string[] } | undefined {
  for (let start = 0; start < text.length; start++) {
    if (text[start] === "\\") start++
    else if (text[start] === "{") {
      const found = closedBrace(text, start)
      if (found) return found
    }
  }
  return undefined
}

function closedBrace(text: string, start: number): { start: number; end: number; choices: string[] } | undefined {
  const bounds = [start]
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/\\.|[{},]/gsu)) {
    if (token === "{") depth++
    if (token === "}") depth--
    if ((token === "," && depth === 1) || depth === 0) bounds.push(start + index)
    if (depth === 0) break
  }
  const [end = 0] = bounds.slice(-1)
  if (depth > 0 || bounds.length < 3) return undefined
  return { start, end: end + 1, choices: bounds.slice(1).map((to, at) => text.slice((bounds[at] ?? 0) + 1, to)) }
}
