/* Whether a request wants only words, by its form. */

/** A plain question: words for "wants a change" are wrong more often than the form of a question is. */
export function isQuestion(request: string): boolean {
  const text = request.trim()
  return /[?？]["'”」)）]*$/u.test(text) || ASKS.test(text)
}

const ASKS = /^(?:what|why|how|explain|who|where|when|which)\b|^(?:什么|为什么|怎么|如何|解释|请解释|谁|哪)/iu

/** It wants to be told something, and no deed is named beside it. */
export function wantsWords(request: string): boolean {
  return TELLS.test(request.trim()) && !DOES.test(request)
}

const TELLS =
  /^(?:please\s+|could you\s+|can you\s+)?(?:summari[sz]e|list|review|describe|explain|analy[sz]e|compare|show|tell|outline|assess|evaluate|look (?:at|through|into)|give (?:me )?(?:an? )?(?:overview|summary|list))\b|^(?:请|请你|帮我|麻烦)?(?:先)?(?:总结|概括|分析|介绍|列出|列举|看看|查看|审查|评审|解释|说明|描述|比较|对比|评估|讲解)/iu

/** Whether somebody only wants to know something: a deed may be asked for in the form of a question, too. */
export function wantsAnswer(request: string): boolean {
  const text = request.trim()
  if (POLITE.test(text) && DOES.test(text)) return false
  return /[?？]["'”」)）]*$/u.test(text) || ((isQuestion(text) || wantsWords(text)) && !DOES.test(text))
}

/** It wants something done only where it is not so already. */
export function isConditional(request: string): boolean {
  return CONDITION.test(request)
}

const CONDITION =
  /\b(?:if|where|unless|in case)\b[^.!?\n]{0,40}\b(?:missing|lacks?|needed|necessary|required|not|already|absent)\b|\b(?:make sure|ensure|check (?:that|whether|if))\b|(?:如果|若|假如)[^。！？\n]{0,20}(?:没有|缺|未|需要|不)|确保|确认|检查(?:一下)?是否/iu

const POLITE = /^(?:please|(?:can|could|would|will) you)\b/i

/** A deed that a request names. */
export const DOES =
  /\b(?:fix|write|create|add|append|insert|change|edit|modify|update|replace|rename|move|delete|remove|refactor|implement|save|set|store|put|run|execute|install|build|generate|make)\b|创建|新建|写入|写到|写成|写一|保存|存到|添加|增加|插入|修改|更改|改成|改为|修复|修正|更新|替换|重命名|移动|删除|重构|实现|设置|运行|执行|安装|构建|生成|制作/iu
