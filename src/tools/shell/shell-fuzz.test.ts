import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { SEED, timesTried } from "../../../test/sample.ts"
import { classifyCommand } from "./shell.ts"

const readers = fc.constantFrom(
  "ls -la src",
  "cat a.txt b.txt | head -n 20",
  "grep -rn 'a|b;c>d' src",
  "sed -n '10,20p' src/a.ts",
  "find . -name '*.ts' -type f",
  "sort -u a.txt",
  "cat a.txt 2>/dev/null",
  "git log --oneline -5",
  "cd src && ls",
  "echo hello world",
)
const writers = fc.constantFrom("rm x", "tee x", "mv a b", "touch x", "sed -i s/a/b/ x", "echo a > x", "npm i", "sh x")
const joiners = fc.constantFrom(" && ", " || ", "; ", " | ", "\n", " & ", ";", "|", "&&", " |& ")

describe("whatever stands beside it", () => {
  it("a part that writes is never called reading", () => {
    fc.assert(
      fc.property(readers, writers, joiners, (reader, writer, joiner) => {
        for (const line of [reader + joiner + writer, writer + joiner + reader, `${reader} $(${writer})`])
          expect(classifyCommand(line)).not.toBe("reading")
      }),
      { numRuns: 1000 },
    )
  })

  it("a redirection into a file is never called reading", () => {
    fc.assert(
      fc.property(readers, fc.constantFrom(">", ">>", " > ", " 2>", " &>", " >| ", ">&"), (reader, arrow) => {
        expect(classifyCommand(`${reader}${arrow}out.txt`)).not.toBe("reading")
      }),
    )
  })
})

const PIECES =
  `ls cat sort uniq find sed echo grep cd git head tee rm touch a.txt b.txt out sub -o -i -n -delete -exec -u 1p w s/a/b/ > >> < | || && ; & ( ) { } $ \` ' " \\ * ? ~ .. . = 2> >& # ! -- x`.split(
    " ",
  )

/** Everything in a folder: names, contents, times of change. */
function stateOf(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name.toString()))
    .sort()
    .map(
      (path) => `${path} ${statSync(path).isFile() ? readFileSync(path, "utf8") : "folder"} ${statSync(path).mtimeMs}`,
    )
    .join("\n")
}

describe("random command lines, really run", () => {
  it("change nothing where they are called reading", () => {
    const folder = mkdtempSync(join(tmpdir(), "keelson-shell-"))
    mkdirSync(join(folder, "sub"))
    for (const name of ["a.txt", "b.txt", "-o", "-delete", "sub/x"]) writeFileSync(join(folder, name), "a\nb\n")
    const before = stateOf(folder)
    let ran = 0
    try {
      const line = fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom("", " ", " ")), { maxLength: 9 })
      fc.assert(
        fc.property(line, fc.constantFrom("", "ls ", "cat ", "sort ", "find ", "sed -n "), (pieces, start) => {
          const command = start + pieces.map((piece) => piece.join("")).join("")
          if (classifyCommand(command) !== "reading") return
          ran += 1
          try {
            execFileSync("/bin/sh", ["-c", command], { cwd: folder, stdio: ["ignore", "pipe", "pipe"], timeout: 2000 })
          } catch {
            // Most of them fail; what matters is what they leave behind.
          }
          expect(stateOf(folder), command).toBe(before)
        }),
        { numRuns: timesTried({ sample: 500, whole: 8000 }), seed: SEED },
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
    expect(ran).toBeGreaterThan(20)
  })
})
