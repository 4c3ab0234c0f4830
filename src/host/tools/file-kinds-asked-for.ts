import { type Dirent, readdirSync, statSync } from "node:fs"
import { resolve } from "node:path"

/* What a request wants made or looked into, and not only speaks of: a script for file names like `my report.pdf` makes no document. */

const MAKE = `(?:write|create|make|export|generate|produce|prepare|build|render|compile|convert|turn|save|print|design|draft|draw|(?:give me|need|want)(?= an? | some ))`
const FORM = `(?:pdfs?|pptx?|powerpoints?|slides?|slide ?decks?|decks?|presentations?)`
/** What is written about documents, charts or tables instead of one of them. */
const CODE = String.raw`(?:files?|file ?names?|names?|paths?|exports?|exporters?|imports?|importers?|parsers?|parsing|readers?|viewers?|writers?|support|upload\w*|download\w*|links?|librar\w+|generators?|generation|tools?|buttons?|forms?|functions?|functionality|classes|class|modules?|components?|endpoints?|routes?|pages?|commands?|options?|flags?|tests?|scripts?|code|bugs?|errors?|handling|shuffl\w+|columns?|modes?|formats?)`
/** What a program does with documents that are there. */
const TAKE = "(?:accept|read|handle|support|open|parse|load|take|ignore|skip|find|list|detect|reject)s?"
/** A few words between a verb and what it is about, none of which is about a program. */
const FEW = String.raw`(?:(?!(?:${CODE}|${TAKE})\b)[\w'’-]{1,40}\s{1,4}){0,5}?`
/** The same clause further on; a dot in a name ends none. */
const CLAUSE = String.raw`(?:[^.!?;\n]|\.(?=\w)){0,80}?`
const NOT_CODE = String.raw`(?![\w.-]{0,40}[- ]${CODE}\b)(?!\w)`
/** A file that a request writes to, in quotes or not. */
const INTO = String.raw`(?:as|to|into|in|called|named)\s+(?:a\s+|an\s+|the\s+)?(?:file\s+)?`

const DOCUMENT: readonly RegExp[] = [
  new RegExp(String.raw`\b${MAKE}\s+${FEW}(?<!\.)${FORM}${NOT_CODE}`, "i"),
  new RegExp(String.raw`\b${MAKE}\b${CLAUSE}\b(?:as|to|into)\s+(?:an?\s+|the\s+|\w+\s+)?${FORM}${NOT_CODE}`, "i"),
  new RegExp(String.raw`\b${MAKE}\s+(?:(?:a|an|the|me|us)\s+){0,2}["'${"`"}]?[\w./-]{1,200}\.(?:pdf|pptx)\b`, "i"),
  new RegExp(String.raw`\b${MAKE}\b${CLAUSE}\b${INTO}["'${"`"}]?[\w./-]{1,200}\.(?:pdf|pptx)\b`, "i"),
  /\b(?:slides?|slide ?decks?|decks?)\s+(?:about|on)\b/i,
  /(?:写|做|制作|生成|创建|导出|输出|转换?|整理|准备|保存|打印|画)[^。！？；\n]{0,20}?(?<!\.)(?:pdf|pptx?|幻灯片|演示文稿)(?!\s*(?:文件名|文件|导出|解析|功能|模块|脚本|上传|按钮|组件|的(?:代码|测试|函数)))/i,
  /(?:写|做|制作|生成|创建|导出|输出|转换?|整理|准备|保存|打印|存)(?:一份|一个|为|成|到)?\s*[\w./-]{1,200}\.(?:pdf|pptx)\b/i,
]

export function asksForDocument(said: string): boolean {
  return DOCUMENT.some((words) => words.test(ownWords(said)))
}

/** Nobody types more: between the ends of it something was pasted. */
const MOST_TYPED = 4000

function ownWords(said: string): string {
  return said.length <= 2 * MOST_TYPED ? said : `${said.slice(0, MOST_TYPED)}\n${said.slice(-MOST_TYPED)}`
}

const SHOWN = `(?:charts?|plots?|graphs?|histograms?|pie charts?)`
const ANALYSIS: readonly RegExp[] = [
  new RegExp(String.raw`\b${MAKE}\s+${FEW}${SHOWN}${NOT_CODE}`, "i"),
  new RegExp(
    String.raw`\b(?:${SHOWN}|averages?|medians?|distribution|correlations?|trends?|statistics|stats)\s+(?:of|for|on|over|per|from|showing|between)\b`,
    "i",
  ),
  /\b(?:plot|chart)\s+(?:the|our|all|how|this|these)\b/i,
  /\banaly[sz](?:e|es|is|ing)\b[^.!?\n]{0,60}\b(?:data|datasets?|figures|numbers|sales|revenue|spreadsheets?|surveys?|results|tables?|csv|excel)\b/i,
  /\b(?:data|statistical|sales|survey|trend) analysis\b/i,
  /数据分析|分析[^。！？\n]{0,20}(?:数据|表格|销售|结果)|统计(?!代码)|(?:画|做|制作|生成|绘制)[^。！？\n]{0,12}(?:图表|柱状图|折线图|饼图)|(?:平均值|中位数|分布|相关性|趋势)/,
]

const DATA = /\b(csv|tsv|parquet|xlsx?|excel|spreadsheets?|datasets?)\b|电子表格|数据集/i
const DATA_FILE = /\.(?:csv|tsv|parquet|xlsx?)$/i
const NAMED_FILE = /[\p{L}\p{N}_./~-]{1,200}\.(?:csv|tsv|parquet|xlsx?)\b/giu

/** `folder`: where the user stands. */
export function asksForData(request: string, folder: string): boolean {
  const said = ownWords(request)
  if (ANALYSIS.some((words) => words.test(said))) return true
  return DATA.test(said) && (namesFileIn(said, folder) || hasData(folder))
}

function namesFileIn(said: string, folder: string): boolean {
  const quoted = [...said.matchAll(/["'`“]([^"'`”\n]{1,200})["'`”]/g)].flatMap(([, name = ""]) =>
    DATA_FILE.test(name) ? [name] : [],
  )
  return [...quoted, ...(said.match(NAMED_FILE) ?? [])].some((name) => isFile(resolve(folder, name)))
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Folders in which a file is there for tests or for programs. */
const NOT_DATA = /^\.|^(?:node_modules|vendor|tests?|specs?|__\w+__|fixtures?|testdata|examples?|dist|build|target)$/i
const MOST_FOLDERS = 50

/** Whether a data file stands in the folder, or in one of its folders. */
function hasData(folder: string): boolean {
  const here = entriesOf(folder)
  if (here.some(isData)) return true
  const below = here.filter((entry) => entry.isDirectory() && !NOT_DATA.test(entry.name)).slice(0, MOST_FOLDERS)
  return below.some(({ name }) => entriesOf(resolve(folder, name)).some(isData))
}

function isData(entry: Dirent): boolean {
  return entry.isFile() && DATA_FILE.test(entry.name)
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
