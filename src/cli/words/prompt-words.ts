import { languageHere } from "../../host/user-language.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"

/** What is said where a key or a few words are asked for. */
export const PROMPT_WORDS = {
  allow: ["Allow {}?", "允许 {} 吗？"],
  once: ["yes, once", "是，仅此一次"],
  no: ["no, and say why", "否，并说明原因"],
  later: ["later: the run waits", "以后再说：运行等待"],
  run: ["yes, and {} for the rest of this run", "是，本次运行中 {} 都允许"],
  checks: ["all checks", "所有检查"],
  folder: ["yes, and always in this folder: {}", "是，在此文件夹中始终允许：{}"],
  detail: ["show all {} lines", "显示全部 {} 行"],
  left: ["… {} more lines", "……还有 {} 行"],
  why: ["Why not? The model is told.", "为什么不？会告诉模型。"],
  "why.none": ["no reason", "没有原因"],
  empty: ["Say something, or press Esc to answer later.", "请输入内容，或按 Esc 以后再回答。"],
  wide: ["more than this once:", "不止这一次："],
  press: ["Press {} or {}: ", "请按 {} 或 {}："],
  burst: ["Only single keys count.", "只接受单个按键。"],
  enter: ["Enter is no answer.", "Enter 不算回答。"],
  "key.none": ['No "{}" here.', "没有 “{}” 这个选项。"],
  "key.other": ["Not this key.", "不是这个键。"],
  undo: ["Take back what was changed by run {} ({})?", "撤销运行 {}（{}）所做的改动吗？"],
  redo: ["Take the last undo back, of run {} ({})?", "恢复运行 {}（{}）最近一次撤销的改动吗？"],
  yes: ["Yes", "是"],
  refuse: ["No", "否"],
  endpoint: [
    "{} of this workspace names its own model server:\n  {}\nYour requests, and whatever the run reads here, would go there, without your key.",
    "此工作区的 {} 指定了自己的模型服务器：\n  {}\n你的请求，以及运行在这里读到的内容，都会发往那里；不会带上你的密钥。",
  ],
  "endpoint.yes": [
    "Send requests there? Type yes to allow it for this folder, anything else for no: ",
    "把请求发往那里吗？输入 yes 表示对此文件夹允许，其他输入表示不允许：",
  ],
  dropped: [
    "There is a question. What you typed before you saw it is dropped.",
    "有一个问题要问。看到它之前输入的内容已丢弃。",
  ],
} as const satisfies Dictionary

const say = speaker(PROMPT_WORDS)

/** In the language of the person at this machine. */
export function sayAsking(word: keyof typeof PROMPT_WORDS, ...values: readonly (string | number)[]): string {
  return say(languageHere(), word, ...values)
}
