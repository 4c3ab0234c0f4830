import type { Dictionary } from "@keelson/text/words/dictionary.ts"

/** What is said before the first run. */
export const SETUP_WORDS = {
  demo: ["Watch the demo", "观看演示"],
  "demo.starting": ["Starting the demo…", "正在启动演示…"],
  "demo.hint": [
    "A real run on a small project of its own. The model's replies are prepared, so it needs no key and costs nothing; nothing of your folder is touched.",
    "在一个独立的小项目上真实运行。模型的回复是预先准备好的，因此不需要密钥，也不产生费用；不会改动您的文件夹。",
  ],
  "model.none": ["No model is set up yet", "还没有设置模型"],
  "model.which": ["Choose the model of new runs", "选择新运行所用的模型"],
  "model.found": ["Found here:", "在此处找到："],
  "model.known": ["Models of {}:", "{} 的模型："],
  "model.kept": ["{} is the model of new runs now.", "新运行现在使用 {}。"],
  "model.other": ["Another name", "其他名称"],
  "model.use": ["Use it", "使用"],
  "key.title": ["Paste a key", "粘贴密钥"],
  "key.provider": ["Whose key", "哪个服务商"],
  "key.has": ["{} (a key is there)", "{}（已有密钥）"],
  "key.key": ["Key", "密钥"],
  "key.hint": [
    "It is kept on this machine, readable for you alone, and never shown again.",
    "密钥保存在本机，仅您可读，之后不再显示。",
  ],
  "key.get": ["Get one", "获取密钥"],
  "key.keep": ["Keep the key", "保存密钥"],
  "key.kept": ["The key is kept.", "密钥已保存。"],
  "server.title": ["Use your own server", "使用自己的服务器"],
  "server.hint": [
    "Any server with an OpenAI-compatible API: llama.cpp, vLLM, LM Studio, a proxy.",
    "任何提供 OpenAI 兼容接口的服务器：llama.cpp、vLLM、LM Studio 或代理。",
  ],
  "server.address": ["Address", "地址"],
  "server.model": ["Model name", "模型名称"],
  "server.use": ["Use this server", "使用此服务器"],
  remote: [
    "Keys and settings are changed only in a browser on the machine that the server runs on; you came over a network.",
    "只有在运行服务器的机器上的浏览器中才能更改密钥和设置；您是通过网络访问的。",
  ],
  open: [
    "This server was started without a token, so that it can't tell its owner from others. Keys and settings are not changed here; start it with a token.",
    "此服务器启动时没有令牌，无法区分所有者与他人，因此不能在此更改密钥和设置；请使用令牌启动。",
  ],
  sandbox: ["Commands run in a sandbox ({}).", "命令在沙箱（{}）中运行。"],
  "sandbox.none": ["There is no sandbox: commands run with your rights.", "没有沙箱：命令以您的权限运行。"],
  "sandbox.do": ["What to do:", "解决方法："],
} as const satisfies Dictionary
