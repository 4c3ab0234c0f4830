import type { Dictionary } from "@keelson/text/words/dictionary.ts"

/** What is said of settings, where they come from, and what more than now would mean. */
export const SETTINGS_WORDS = {
  where: [
    "What holds for new runs, unless they say otherwise, and who said so. What you change here goes into your own config ({}).",
    "除非运行另有说明，新运行均按此进行；并注明由谁决定。您在此处的更改会写入您自己的配置（{}）。",
  ],
  project: [
    "{} belongs to the folder and may be shared with others: it is shown, and not changed from here.",
    "{} 属于该文件夹，可能与他人共享：只显示，不在此处更改。",
  ],
  model: ["Model", "模型"],
  ways: ["How runs go about it", "运行方式"],
  allowed: ["What runs may do", "运行可以做什么"],
  limits: ["What a run may spend", "一次运行的限额"],
  kept: ["What is kept", "保留什么"],
  here: ["This server", "此服务器"],
  "in.force": ["holds now: {}", "当前：{}"],
  "from.command line": ["said when the server was started", "启动服务器时指定"],
  "from.environment": ["from the environment", "来自环境变量"],
  "from.project": ["from {}", "来自 {}"],
  "from.user": ["from your config", "来自您的配置"],
  "from.default": ["standard", "默认"],
  "from.remembered": ["remembered", "已记住"],
  stronger: ["yours counts where nothing stronger says otherwise", "没有更强的设定时，以您的设置为准"],
  standard: ["as standard", "按默认"],
  keep: ["Keep", "保存"],
  keeping: ["Keeping…", "正在保存…"],
  done: ["Kept.", "已保存。"],
  none: ["none", "无"],
  "looser.title": ["This allows runs more than now", "这会允许运行做得更多"],
  "looser.yes": ["Allow it", "允许"],
  "looser.no": ["Leave it as it is", "保持不变"],
  "looser.any": ["New runs will be allowed more than they are now.", "新运行将被允许做比现在更多的事。"],
  "looser.approve.ask": [
    "New runs will be able to change files and run commands. They ask you before each.",
    "新运行将可以修改文件和运行命令，每次都会先询问您。",
  ],
  "looser.approve.edits": [
    "New runs will change files in the folder and run confined commands without asking you.",
    "新运行将不经询问就修改文件夹中的文件，并运行沙箱内的命令。",
  ],
  "looser.approve.full": [
    "New runs will do everything without asking you: change and delete files, run any command, send what they read to wherever a command can.",
    "新运行将不经询问就做任何事：修改和删除文件、运行任何命令、把读到的内容发送到命令能够到达的任何地方。",
  ],
  "looser.sandbox.off": [
    "Commands of new runs will have your rights: they can read and change whatever you can, also outside of the folder.",
    "新运行的命令将拥有您的权限：可以读取和修改您能访问的一切，包括文件夹之外。",
  ],
  "looser.network.true": [
    "Confined commands of new runs will be able to send what they read to anybody.",
    "新运行的沙箱内命令将可以把读到的内容发送给任何人。",
  ],
  "looser.exceptions.ask": [
    "New runs may ask you for tools that their kind of task forbids.",
    "新运行可以向您请求使用任务类型禁止的工具。",
  ],
  "looser.exceptions.grant": [
    "New runs will get tools that their kind of task forbids, without asking you.",
    "新运行将不经询问就获得任务类型禁止的工具。",
  ],
  "looser.review.false": [
    "New runs will carry out their plans without showing them to you first.",
    "新运行将直接执行计划，不会先向您展示。",
  ],
} as const satisfies Dictionary
