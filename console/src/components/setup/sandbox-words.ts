import type { Dictionary } from "@keelson/text/words/dictionary.ts"

/** Why there is no sandbox, as the engine says it. */
export const SANDBOX_WORDS = {
  bubblewrap: ["bubblewrap is not installed; install it: {}.", "未安装 bubblewrap；请安装：{}。"],
  tools: [
    "prlimit, unshare or setpriv is not installed; install it: {}.",
    "未安装 prlimit、unshare 或 setpriv；请安装：{}。",
  ],
  namespaces: [
    "bubblewrap does not work here ({}); allow this user to make user namespaces.",
    "bubblewrap 在此无法工作（{}）；请允许此用户创建用户命名空间。",
  ],
  platform: [
    "There is no sandbox for {}; run Keelson on Linux (or in WSL 2) or on macOS.",
    "{} 没有可用的沙箱；请在 Linux（或 WSL 2）或 macOS 上运行 Keelson。",
  ],
} as const satisfies Dictionary
