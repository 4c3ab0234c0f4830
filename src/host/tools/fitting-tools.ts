import type { Config, ToolGroup } from "../../config.ts"
import type { Language } from "../../protocol/log/environment.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"
import type { Notify } from "../model/configured-model.ts"

export const TOOL_WORDS = {
  switched: ["tools for this request: {} (--tools code does without)", "本次请求使用的工具：{}（--tools code 可不用）"],
  "no.search": [
    "there is no search provider: the run reads only pages whose address it knows. Ways to have one: keelson config set search '{}' with your SearXNG, the same with a key of brave or tavily (key_env), or an MCP server that searches.",
    "没有配置搜索服务：只能读取已知地址的网页。配置方式：keelson config set search '{}'（您的 SearXNG 地址），或使用 brave、tavily 的密钥（key_env），或提供搜索的 MCP 服务器。",
  ],
} as const satisfies Dictionary

const say = speaker(TOOL_WORDS)

const WEB = /\bresearch\b|\b(search|look\b.*) (on )?(the )?(web|internet|online)\b|\bweb search\b|上网|联网|网上|调研/i
const PICTURES =
  /\[picture |\b(images?|pictures?|photos?|screenshots?|mockups?|charts?|diagrams?|logos?|icons?|layouts?|svg|png|jpe?g|css|web ?pages?)\b|图片|截图|图像|图表|界面|布局/i

/** Nothing else is about documents or data; most requests are told apart by it, and load no more. */
const HINT =
  /pdf|ppt|powerpoint|slide|deck|present|chart|plot|graph|histogram|average|median|distribut|correlat|trend|statist|\bstats\b|analy[sz]|csv|tsv|parquet|xls|excel|spreadsheet|dataset|数据|表格|统计|幻灯片|演示|图表|状图|折线图|饼图|平均|中位数|分布|相关性|趋势|分析/i

/** What a request needs beside files and commands, by what it says and by what stands in the folder. */
async function neededFor(said: string, folder: string): Promise<ToolGroup[]> {
  const asks = HINT.test(said) ? await import("./file-kinds-asked-for.ts") : undefined
  const needed: readonly (readonly [ToolGroup, boolean])[] = [
    ["data", asks?.asksForData(said, folder) ?? false],
    ["web", WEB.test(said)],
    ["pictures", PICTURES.test(said)],
    ["documents", asks?.asksForDocument(said) ?? false],
  ]
  return needed.flatMap(([group, isNeeded]) => (isNeeded ? [group] : []))
}

/** The config with the groups of tools that the request calls for, where nobody chose any; `folder`: where the user stands. What is switched on, or lacking, is said. */
export async function fittingTools(
  config: Config,
  { said, language }: { readonly said: string; readonly language: Language },
  folder: string,
  notify: Notify,
): Promise<Config> {
  const wanted = config.areToolsSaid ? [] : await neededFor(said, folder)
  const more = wanted.filter((group) => !config.tools.includes(group))
  const tools = [...config.tools, ...more]
  if (more.length > 0) notify(say(language, "switched", tools.join(", ")))
  if (WEB.test(said) && tools.includes("web") && !config.search && Object.keys(config.mcp).length === 0)
    notify(say(language, "no.search", '{"provider":"searxng","url":"http://…"}'))
  return { ...config, tools }
}
