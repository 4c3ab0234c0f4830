import type { Config, ToolGroup } from "../config.ts"
import { type Dictionary, speaker } from "../text/dictionary.ts"
import type { Request } from "./request.ts"
import type { Notify } from "./thinker.ts"

export const TOOL_WORDS = {
  switched: ["tools for this request: {} (--tools code does without)", "本次请求使用的工具：{}（--tools code 可不用）"],
  "no.search": [
    "there is no search provider: the run reads only pages whose address it knows. Ways to have one: keelson config set search '{}' with your SearXNG, the same with a key of brave or tavily (key_env), or an MCP server that searches.",
    "没有配置搜索服务：只能读取已知地址的网页。配置方式：keelson config set search '{}'（您的 SearXNG 地址），或使用 brave、tavily 的密钥（key_env），或提供搜索的 MCP 服务器。",
  ],
} as const satisfies Dictionary

const say = speaker(TOOL_WORDS)

/** What a request says that needs more than files and commands. */
const NEEDED: readonly (readonly [ToolGroup, RegExp])[] = [
  ["data", /\b(csv|tsv|parquet|xlsx?|excel|spreadsheets?|datasets?)\b|电子表格|数据集/i],
  ["web", /\bresearch\b|\b(search|look\b.*) (on )?(the )?(web|internet|online)\b|\bweb search\b|上网|联网|网上|调研/i],
  ["documents", /\b(pdf|pptx|powerpoint|slides?|slide ?deck|deck)\b|幻灯片|演示文稿/i],
]

/** The config with the groups of tools that the request calls for, where nobody chose any. What is switched on, or lacking, is said. */
export function fittingTools(config: Config, { said, language }: Request, notify: Notify): Config {
  const wanted = config.areToolsSaid ? [] : NEEDED.filter(([, words]) => words.test(said)).map(([group]) => group)
  const more = wanted.filter((group) => !config.tools.includes(group))
  const tools = [...config.tools, ...more]
  if (more.length > 0) notify(say(language, "switched", tools.join(", ")))
  if (asksForSearch(said) && tools.includes("web") && !config.search && Object.keys(config.mcp).length === 0)
    notify(say(language, "no.search", '{"provider":"searxng","url":"http://…"}'))
  return { ...config, tools }
}

function asksForSearch(said: string): boolean {
  return NEEDED.some(([group, words]) => group === "web" && words.test(said))
}
