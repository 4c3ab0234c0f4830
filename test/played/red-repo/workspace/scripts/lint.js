// A few house rules for src, scripts and test. Exit code 1 if one of them is broken.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const rules = [
  { name: "no-tabs", test: (line) => line.includes("\t") },
  { name: "no-trailing-space", test: (line) => /\s$/.test(line) },
  { name: "no-var", test: (line) => /^\s*(for\s*\()?var\s/.test(line) },
  { name: "eqeqeq", test: (line) => /[^=!<>]==[^=]|!=[^=]/.test(line) },
  { name: "no-console", test: (line, file) => file.startsWith("src") && /\bconsole\.log\(/.test(line) },
  { name: "max-len", test: (line) => line.length > 120 },
]

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (/\.m?js$/.test(entry.name)) yield path
  }
}

let count = 0
for (const folder of ["src", "scripts", "test"]) {
  for (const file of files(folder)) {
    if (file === join("scripts", "lint.js")) continue
    const text = readFileSync(file, "utf8")
    const lines = text.split("\n")
    if (lines.at(-1) !== "") report(file, lines.length, "eol-last")
    lines.forEach((line, index) => {
      for (const rule of rules) if (rule.test(line, file)) report(file, index + 1, rule.name)
    })
  }
}

function report(file, line, rule) {
  console.log(`${file}:${line}: ${rule}`)
  count++
}

console.log(count === 0 ? "lint: fine" : `lint: ${count} problems`)
process.exit(count === 0 ? 0 : 1)
