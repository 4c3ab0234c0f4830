import type { Language } from "../../protocol/log/environment.ts"

/**
 * Chinese if the text is mostly written so; everything else is answered in English words or the model's own choice. Paths, code and names of
 * programs belong to no language: "修复 src/server.ts 的 bug" is Chinese.
 */
export function languageOf(text: string): Language {
  const prose = text.replace(CODE, " ")
  const han = prose.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = prose.match(/[A-Za-z]+/g)?.length ?? 0
  return han > latin ? "zh" : "en"
}

/**
 * Fences, code in backticks, addresses, paths, file names, options, and identifiers in camel, snake or capital letters. Each begins where
 * a word begins: from the middle of a long one it would be read to its end again and again.
 */
const CODE = new RegExp(
  [
    "```[\\s\\S]*?(?:```|$)",
    "`[^`\\n]*`",
    "\\b\\w+://\\S+",
    "(?<![\\w.@~-])[\\w.@~-]*/[\\w./@~*-]+",
    "(?<![\\w-])[\\w-]*\\.[A-Za-z]\\w*",
    "(?<!\\w)--?[a-z][\\w-]*",
    "\\b[A-Za-z]\\w*[A-Z_\\d]\\w*\\b",
  ].join("|"),
  "g",
)
