import type { Dictionary } from "@keelson/text/words/dictionary.ts"

/** What is said before one request runs under several strategies. */
export const COMPARE_WORDS = {
  title: ["Compare strategies", "对比策略"],
  text: [
    "The same request under each of these strategies, side by side, each in a copy of {}. The folder itself stays as it is.",
    "同一需求分别按以下策略运行，同时进行，各自在 {} 的副本中。文件夹本身保持不变。",
  ],
  strategies: ["Strategies, at least two", "策略（至少两个）"],
  "cost.each": [
    "{} and {} tokens a run; model calls: {}; runs here: {}",
    "每次运行 {}、{} 个 token；模型调用：{}；此处的运行：{}",
  ],
  "cost.none": ["no such run here yet", "此处还没有这样的运行"],
  costs: ["What it costs", "费用"],
  "cost.about": [
    "Together about {} and {} tokens, model calls: {}; going by such runs here.",
    "按此处的同类运行估计，合计约 {}、{} 个 token，模型调用：{}。",
  ],
  "cost.open": [
    "Not run here yet: {}. Nothing is known of what these take.",
    "此处还没有运行过的：{} 个，因此不知道它们需要多少。",
  ],
  "cost.most": [
    "At most {} model calls{}: each run has the limits of a run.",
    "最多 {} 次模型调用{}：每次运行都有各自的限额。",
  ],
  "cost.dollars": [" and {}", "和 {}"],
  "cost.unpriced": ["an unknown price", "未知价格"],
  questions: ["A run that has a question waits for you.", "有问题的运行会等待您的回答。"],
  do: ["Start {} runs", "启动 {} 次运行"],
  starting: ["Copying and starting…", "正在复制并启动…"],
  cannot: [
    "This server has no place for copies of folders. Start the runs one by one, and compare them then.",
    "此服务器没有存放文件夹副本的位置。请逐个启动运行，然后再对比。",
  ],
} as const satisfies Dictionary
