import fc from "fast-check"
import { expect, it } from "vitest"
import { typstSpans, typstString } from "./typst-text.ts"

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20_261_115)
const RUNS = Number(process.env.KEELSON_TEST_RUNS ?? 60)

/** Whatever Typst gives a meaning to, and anything else. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "\\",
        "#",
        "$",
        "*",
        "_",
        "`",
        "@",
        "<",
        ">",
        "//",
        "/*",
        "{",
        "}",
        ")",
        ";",
        "\n",
        "\t",
        "\\u{41}",
      ),
      fc.constantFrom('#read("/etc/passwd")', '"); panic("', "#import", "中文", "👩‍🔬"),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""))

it("a text comes out of Typst as it went in, and never becomes code", async () => {
  const { NodeCompiler } = await import("@myriaddreamin/typst-ts-node-compiler")
  const compiler = NodeCompiler.create({ workspace: "/keelson-nowhere" })
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (texts) => {
      const program = `#metadata((${texts.map(typstString).join(", ")},)) <texts>
#{ par(${typstSpans(
        texts.flatMap((text) => [
          { text, bold: true },
          { text, code: true },
          { text, href: "https://a.example/" },
        ]),
      )}) }`
      const compiled = compiler.compile({ mainFileContent: program })
      expect(compiled.takeError()?.shortDiagnostics ?? []).toEqual([])
      if (compiled.result === null) throw new Error("nothing was compiled")
      const [value] = compiler.query(compiled.result, { selector: "<texts>", field: "value" })
      expect(value).toEqual(texts.map((text) => text.replace(/[\p{Cc}--[\n\t]]|\p{Cs}/gv, "")))
    }),
    { seed: SEED, numRuns: RUNS },
  )
})
