import type { Changes } from "../../protocol/control.ts"

/** Whether the request wants something to be changed: what the model said of it, else by its form. */
export function wantsChange(request: string, said: Changes | undefined): boolean {
  return (said ?? (isQuestion(request) ? "none" : "unsure")) !== "none"
}

/** Whether it names a file and says what shall become of it. Neither alone tells: poems are written, and files are explained. */
export function namesWorkOnFile(request: string): boolean {
  return !isQuestion(request) && DEEDS.test(request) && FILE.test(request)
}

const DEEDS =
  /\b(?:create|write|add|append|insert|change|edit|modify|fix|update|replace|rename|move|delete|remove|refactor|implement|set)\b|创建|新建|写|添加|增加|插入|修改|更改|改成|改为|修复|更新|替换|重命名|移动|删除|重构|实现|设置/iu

/** By an ending that is a file's and nobody's else: `Array.prototype.map` is none. */
const FILE =
  /[\w-]\.(?:txt|md|json|jsonl|[cm]?[jt]sx?|py|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|rb|php|sh|ya?ml|toml|ini|cfg|conf|env|csv|tsv|html?|s?css|xml|sql)(?!\w|\.\w)/iu

/** A plain question: words for "wants a change" are wrong more often than the form of a question is. */
function isQuestion(request: string): boolean {
  const text = request.trim()
  return /[?？]["'”」)）]*$/u.test(text) || ASKS.test(text)
}

const ASKS = /^(?:what|why|how|explain|who|where|when|which)\b|^(?:什么|为什么|怎么|如何|解释|请解释|谁|哪)/iu
