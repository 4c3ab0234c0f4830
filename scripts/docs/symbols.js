// What the package publishes, read from the sources: each symbol's comment and how it is declared. Only syntax is looked at.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { ROOT } from "./pages.js"

// TypeScript 7 has no stable interface for programs yet; the linter of the package brings along one that has.
const require = createRequire(createRequire(import.meta.url).resolve("@arethetypeswrong/core"))
const ts = require("typescript")

/** The doors of the package: `keelson`, `keelson/strategy`, … with their source files. */
export function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  return Object.entries(exports).flatMap(([door, ways]) =>
    ways["keelson-source"] ? [{ name: `keelson${door.slice(1)}`, file: join(ROOT, ways["keelson-source"]) }] : [],
  )
}

/** The published symbols of a file, by name: where each stands, its comment and its declaration. */
export function symbolsOf(file) {
  const found = new Map()
  for (const { name, origin, own } of exportsOf(file)) {
    const there = declarationsOf(origin, own)
    const before = found.get(name)
    found.set(name, { name, file: relative(ROOT, origin), ...(before ?? {}), ...merged(there) })
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name, "en"))
}

/** Those that no comment speaks of. */
export function uncommented() {
  return entryPoints().flatMap(({ name, file }) =>
    symbolsOf(file)
      .filter(({ comment }) => comment === "")
      .map((symbol) => `${name}: ${symbol.name} (${symbol.file})`),
  )
}

/** A schema and its type share a name and a comment. */
function merged(declarations) {
  return {
    kinds: [...new Set(declarations.map(({ kind }) => kind))],
    comment: declarations.map(({ comment }) => comment).find(Boolean) ?? "",
    code: declarations.map(({ code }) => code).join("\n"),
  }
}

const parsed = new Map()
function sourceOf(file) {
  if (!parsed.has(file)) {
    parsed.set(file, ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true))
  }
  return parsed.get(file)
}

/** Every name that a file exports, followed to the file that declares it. */
function* exportsOf(file) {
  for (const statement of sourceOf(file).statements) {
    if (ts.isExportDeclaration(statement)) yield* reexported(file, statement)
    else if (isExported(statement)) for (const name of namesOf(statement)) yield { name, origin: file, own: name }
  }
}

function* reexported(file, { moduleSpecifier, exportClause }) {
  const from = moduleSpecifier ? join(dirname(file), moduleSpecifier.text) : file
  if (!exportClause) yield* exportsOf(from)
  else if (ts.isNamespaceExport(exportClause)) yield { name: exportClause.name.text, origin: from, own: undefined }
  else
    for (const { name, propertyName } of exportClause.elements)
      yield { name: name.text, ...followed(from, (propertyName ?? name).text) }
}

/** Through further re-exports and imports to where a name is declared. */
function followed(file, own) {
  if (declarationsOf(file, own).length > 0) return { origin: file, own }
  const { statements } = sourceOf(file)
  const imported = statements.filter(ts.isImportDeclaration).flatMap((one) => importedFrom(file, one, own))
  const passedOn = statements
    .filter((one) => ts.isExportDeclaration(one) && one.moduleSpecifier)
    .flatMap((one) => [...reexported(file, one)].filter(({ name }) => name === own))
  return imported[0] ?? passedOn[0] ?? { origin: file, own }
}

function importedFrom(file, { importClause, moduleSpecifier }, own) {
  const bindings = importClause?.namedBindings
  if (!bindings || !ts.isNamedImports(bindings)) return []
  return bindings.elements
    .filter(({ name }) => name.text === own)
    .map(({ name, propertyName }) => followed(join(dirname(file), moduleSpecifier.text), (propertyName ?? name).text))
}

/** The statements that declare a name; the whole file where all of it was exported under one name. */
function declarationsOf(file, own) {
  const source = sourceOf(file)
  if (own === undefined)
    return [
      {
        kind: "namespace",
        comment: firstComment(source),
        code: `export * from "./${relative(join(ROOT, "src"), file)}"`,
      },
    ]
  return source.statements
    .filter((statement) => namesOf(statement).includes(own))
    .map((statement) => ({
      kind: kindOf(statement),
      comment: commentOf(statement, source),
      code: codeOf(statement, source),
    }))
}

function isExported(statement) {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function namesOf(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
  const isNamed = [
    ts.isFunctionDeclaration,
    ts.isClassDeclaration,
    ts.isInterfaceDeclaration,
    ts.isTypeAliasDeclaration,
  ]
  return isNamed.some((is) => is(statement)) && statement.name ? [statement.name.text] : []
}

function kindOf(statement) {
  if (ts.isFunctionDeclaration(statement)) return "function"
  if (ts.isClassDeclaration(statement)) return "class"
  return ts.isVariableStatement(statement) ? "value" : "type"
}

function commentOf(statement, source) {
  const [block] = (ts.getLeadingCommentRanges(source.text, statement.pos) ?? [])
    .filter(({ pos }) => source.text.startsWith("/**", pos))
    .slice(-1)
  return block ? words(source.text.slice(block.pos, block.end)) : ""
}

/** What a file is for stands at its top. */
function firstComment(source) {
  const found = /^\/\*\*?([\s\S]*?)\*\//m.exec(source.text)
  return found ? words(found[0]) : ""
}

function words(comment) {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join(" ")
    .trim()
}

const MOST_LINES = 60

/** As it is declared, without what it does. */
function codeOf(statement, source) {
  if (ts.isFunctionDeclaration(statement)) return upTo(statement.body, statement, source)
  if (ts.isVariableStatement(statement)) return shownValue(statement, source)
  if (ts.isClassDeclaration(statement)) return classOf(statement, source)
  return clipped(statement.getText(source))
}

function upTo(end, statement, source) {
  return (end ? source.text.slice(statement.getStart(source), end.pos) : statement.getText(source)).trim()
}

function shownValue(statement, source) {
  const text = statement.getText(source)
  return text.split("\n").length <= 12 ? text : `${text.split("\n")[0].replace(/[({[]+$/, "")} …`
}

/** What can be used from outside: neither private members nor bodies. */
function classOf(statement, source) {
  const head = source.text.slice(statement.getStart(source), statement.members.pos).trim()
  const isHidden = (member) =>
    (member.name && ts.isPrivateIdentifier(member.name)) ||
    member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
  const members = statement.members.filter((member) => !isHidden(member)).map((member) => memberOf(member, source))
  return clipped([head, ...members.map((line) => line.replace(/^/gm, "  ")), "}"].join("\n"))
}

function memberOf(member, source) {
  const comment = commentOf(member, source)
  const text = member.body ? source.text.slice(member.getStart(source), member.body.pos).trim() : member.getText(source)
  return comment ? `/** ${comment} */\n${text}` : text
}

function clipped(text) {
  const lines = text.split("\n")
  return lines.length <= MOST_LINES ? text : [...lines.slice(0, MOST_LINES), "// …"].join("\n")
}
