import type { Dictionary } from "../../text/words/dictionary.ts"

/** What is said while a model is chosen. */
export const SETUP_WORDS = {
  none: ["No model is set up yet. What shall think?", "还没有设置模型。用哪个模型？"],
  which: ["Which model?", "用哪个模型？"],
  local: ["{} · {} at {}", "{} · {}，位于 {}"],
  key: ["{}: {} is set", "{}：已设置 {}"],
  paste: ["paste a key of a provider", "粘贴某个服务商的密钥"],
  address: ["a server at an address of its own", "自定义地址的服务器"],
  demo: ["watch the demo first: it needs no model", "先看演示：不需要模型"],
  later: ["not now", "以后再说"],
  provider: ["Whose key?", "哪个服务商的密钥？"],
  "paste.key": ["Paste the key ({}); it is kept in {}, for you alone", "粘贴密钥（{}）；保存在 {}，仅您可读"],
  "get.key": ["get one at {}", "获取：{}"],
  "another.name": ["another name", "其他名称"],
  name: ["The model's name at {}", "{} 的模型名称"],
  "ask.address": ["Its address", "服务器地址"],
  empty: ["Say something, or press Esc.", "请输入内容，或按 Esc。"],
  "no.address": ["An address begins with http:// or https://", "地址应以 http:// 或 https:// 开头"],
  kept: ["{} from now on, kept in {}. Another one: keelson model", "今后使用 {}，保存在 {}。更换模型：keelson model"],
  meant: ["Did you mean {}?", "您是指 {} 吗？"],
  yes: ["yes", "是"],
  no: ["no", "否"],
} as const satisfies Dictionary
