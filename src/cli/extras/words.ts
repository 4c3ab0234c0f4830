import { EXTRAS, type ExtraName } from "../../extras/extras.ts"
import type { Language } from "../../protocol/log/environment.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"

export const EXTRA_WORDS = {
  missing: [
    "the extra {} is not installed; it brings {}. Install it with: keelson install {}",
    "附加组件 {} 尚未安装；它提供{}。安装命令：keelson install {}",
  ],
  offer: [
    "The extra {} is not installed; it brings {}:\n  {}\nIt would go into Keelson's own folder, {}",
    "附加组件 {} 尚未安装；它提供{}：\n  {}\n将安装到 Keelson 自己的文件夹 {}",
  ],
  question: [
    "Install it now? Type yes to do so, anything else for no (you won't be asked again): ",
    "现在安装吗？输入 yes 安装，其他输入表示不安装（以后不再询问）：",
  ],
  installing: ["installing {} …", "正在安装 {} …"],
  installed: ["{} is installed ({} in {}).", "{} 已安装（{}，位于 {}）。"],
  there: ["{} is there already: {}.", "{} 已经可用：{}。"],
  later: ["the run goes on without it: {}", "运行将在没有它的情况下继续：{}"],
  beside: ["beside Keelson", "与 Keelson 安装在一起"],
  own: ["in Keelson's own folder", "在 Keelson 自己的文件夹中"],
  workspace: [
    "only in this workspace, where runs may write; it is not loaded from there",
    "只在此工作区中；运行可以改写该处，因此不从那里加载",
  ],
  nowhere: ["not installed", "未安装"],
  elsewhere: ["not needed on this platform", "此平台不需要"],
  bundled: ["comes along with the command line", "已包含在命令行中"],
} as const satisfies Dictionary

export const sayExtra = speaker(EXTRA_WORDS)

/** What an extra brings, to stand in a sentence. */
export function broughtBy(name: ExtraName, language: Language): string {
  return EXTRAS[name].brings[language === "zh" ? 1 : 0]
}
