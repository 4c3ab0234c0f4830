/** What an extra is for: a group of tools, a provider, or the sandbox of one platform. */
type Need =
  | { readonly tools: "data" | "web" | "documents" | "pictures" }
  | { readonly provider: string }
  | { readonly sandboxOn: NodeJS.Platform }

/** Packages that few need: they are installed when somebody does, and loaded when they are used. */
export type Extra = {
  readonly packages: readonly string[]
  /** In both languages, to stand in a sentence. */
  readonly brings: readonly [english: string, chinese: string]
  readonly for: Need
}

const MARKDOWN = ["mdast-util-from-markdown", "micromark-extension-gfm", "mdast-util-gfm"] as const

/** All there are. Versions stand in `package.json`; what exactly is installed is cut out of the lock file by the build. */
export const EXTRAS = {
  data: {
    packages: ["@duckdb/node-api"],
    brings: ["datasets and SQL (DuckDB)", "数据集与 SQL（DuckDB）"],
    for: { tools: "data" },
  },
  pictures: {
    packages: ["@resvg/resvg-js"],
    brings: ["drawings as PNG pictures (resvg)", "把 SVG 图画成 PNG 图片（resvg）"],
    for: { tools: "pictures" },
  },
  pdf: {
    packages: ["@myriaddreamin/typst-ts-node-compiler", ...MARKDOWN],
    brings: ["PDF files (Typst)", "PDF 文件（Typst）"],
    for: { tools: "documents" },
  },
  slides: {
    packages: ["pptxgenjs", ...MARKDOWN],
    brings: ["slides (PowerPoint)", "幻灯片（PowerPoint）"],
    for: { tools: "documents" },
  },
  pages: {
    packages: ["defuddle", "linkedom"],
    brings: ["web pages without what surrounds the text", "网页正文提取"],
    for: { tools: "web" },
  },
  seatbelt: {
    packages: ["@anthropic-ai/sandbox-runtime"],
    brings: ["a sandbox for commands on macOS", "macOS 上的命令沙箱"],
    for: { sandboxOn: "darwin" },
  },
  azure: provider("azure", "@ai-sdk/azure"),
  bedrock: provider("bedrock", "@ai-sdk/amazon-bedrock"),
  deepseek: provider("deepseek", "@ai-sdk/deepseek"),
  groq: provider("groq", "@ai-sdk/groq"),
  mistral: provider("mistral", "@ai-sdk/mistral"),
  xai: provider("xai", "@ai-sdk/xai"),
} as const satisfies Readonly<Record<string, Extra>>

export type ExtraName = keyof typeof EXTRAS

export const EXTRA_NAMES = Object.keys(EXTRAS) as readonly ExtraName[]

/** `undefined` for a name that no extra has. */
export function extraNamed(name: string): ExtraName | undefined {
  return EXTRA_NAMES.find((known) => known === name)
}

function provider<Name extends string, Package extends string>(name: Name, from: Package) {
  return {
    packages: [from],
    brings: [`the provider ${name}`, `模型服务 ${name}`],
    for: { provider: name },
  } as const
}
