import type { Language } from "../../protocol/log/environment.ts"
import type { AskedHost, AskedNetwork } from "../../protocol/log/event.ts"
import { spelledOut } from "../spelled-out.ts"
import { speaker } from "./dictionary.ts"

/** How a command's wish for the network is put to people. */
export const NETWORK_WORDS = {
  ask: ["Run this with network access to {}?", "允许此命令访问 {} 吗？"],
  whole: [
    "Run this with access to the whole network? It asks for {}; here that can't be limited.",
    "允许此命令访问整个网络吗？它请求访问 {}；这里无法只限于此。",
  ],
  any: ["Run this with access to the whole network?", "允许此命令访问整个网络吗？"],
  closed: ["{} (not on the public internet: {})", "{}（不在公共互联网上：{}）"],
  named: ["{} (named by a file of this project)", "{}（由本项目的文件指定）"],
  and: [" and ", "和"],
  hosts: ["these hosts", "这些主机"],
} as const

export const sayNetwork = speaker(NETWORK_WORDS)

/** The question in one sentence; every host is named. */
export function networkQuestion(language: Language, { hosts, registries = [], whole }: AskedNetwork): string {
  if (hosts.length === 0) return sayNetwork(language, "any")
  const named = hosts.map((host) => hostText(language, host)).join(language === "zh" ? "、" : ", ")
  const names = registries.map((name) => (language === "zh" ? name.replace(/^the /, "") : name))
  const list = names.join(sayNetwork(language, "and"))
  const what = names.length === 0 ? named : language === "zh" ? `${list}（${named}）` : `${list} (${named})`
  return sayNetwork(language, whole ? "whole" : "ask", what)
}

function hostText(language: Language, { name, closed, named }: AskedHost): string {
  const shown = spelledOut(name)
  const first = closed === undefined ? shown : sayNetwork(language, "closed", shown, spelledOut(closed))
  return named ? sayNetwork(language, "named", first) : first
}
