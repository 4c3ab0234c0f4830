import type { Language } from "../../protocol/log/environment.ts"
import { speaker } from "./dictionary.ts"

/** The program that runs a file later, by itself: nobody is asked at that moment. */
export type RunLaterKind = "shell" | "folder" | "login" | "git" | "hook" | "editor" | "agent" | "keelson" | "ci"

/**
 * Files and folders by name, in any folder; a folder stands for all that is in it. Build files and scripts of `package.json` are not
 * here: somebody has to start those, and commands have to be able to change them.
 */
const NAMES: Readonly<Record<RunLaterKind, readonly string[]>> = {
  shell: [
    String.raw`\.(bashrc(\.d)?|bash_profile|bash_login|bash_logout|bash_aliases|profile|inputrc|kshrc|t?cshrc|login|logout)`,
    String.raw`\.(zshrc|zshenv|zprofile|zlogin|zlogout|oh-my-zsh|tmux\.conf|screenrc)`,
    String.raw`\.config/(fish|zsh|powershell|tmux)`,
  ],
  folder: [String.raw`\.envrc`, String.raw`\.?mise(\.local)?\.toml|\.mise|\.config/mise`],
  login: [
    String.raw`\.(xprofile|xinitrc|xsession|xsessionrc|xsessionrc\.d|pam_environment)`,
    String.raw`\.config/(autostart|autostart-scripts|environment\.d|systemd/user)|\.local/(bin|share/(applications|systemd/user))`,
    "library/launchagents",
  ],
  git: [String.raw`\.(gitconfig|gitmodules)|\.config/git|\.git/(hooks|config|config\.worktree)`],
  hook: [
    String.raw`\.husky|\.githooks|\.?lefthook(-local)?\.(ya?ml|toml|json)|\.lefthook|\.overcommit\.yml`,
    String.raw`\.pre-commit-config\.ya?ml|\.lintstagedrc(\.\w+)?|lint-staged\.config\.\w+|\.?simple-git-hooks\.\w+`,
  ],
  editor: [
    String.raw`\.vscode|\.idea|\.zed|\.fleet|\.helix|.+\.(code-workspace|sublime-project)|\.devcontainer(\.json)?`,
    String.raw`\.(exrc|vimrc|nvimrc|nvim\.lua|vim|emacs|emacs\.d|dir-locals(-2)?\.el)|\.config/(nvim|vim|emacs|helix|zed)`,
  ],
  agent: [
    String.raw`\.(claude|cursor|codex|gemini|continue|windsurf|kiro|roo|opencode|amazonq|qwen|junie|trae|goose)`,
    String.raw`\.mcp\.json|\.claude\.json|\.aider\.conf\.ya?ml|\.?opencode\.jsonc?|\.goosehints`,
  ],
  keelson: [String.raw`keelson\.config\.(json|[cm]?[jt]s)`],
  ci: [
    String.raw`\.(github|forgejo|gitea)/(workflows|actions)|\.circleci|\.buildkite|\.woodpecker|\.semaphore|\.teamcity`,
    String.raw`\.?(gitlab-ci|travis|drone|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|woodpecker|cirrus)\.ya?ml`,
    "jenkinsfile",
  ],
}

const PATTERNS = Object.entries(NAMES).map(
  ([kind, names]) => [kind as RunLaterKind, new RegExp(`(^|/)(${names.join("|")})(/.*)?$`, "is")] as const,
)

/** Packages bring settings along that are those of their authors' projects; nothing runs them where they are installed. */
const INSTALLED = /(^|\/)(node_modules|bower_components|site-packages)\//i

/** What runs a file later, or what is in this folder, by its path in the workspace; `undefined` for any other file. */
export function runLaterKind(path: string): RunLaterKind | undefined {
  if (INSTALLED.test(path)) return undefined
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0]
}

/** Whether other programs run this file, or what is in this folder, later and by themselves. */
export function isRunLater(path: string): boolean {
  return runLaterKind(path) !== undefined
}

/** The files that run later first, in their order, then the others: a list that is cut off shows them. */
export function runLaterFirst<File extends { readonly path: string }>(files: readonly File[]): File[] {
  const isLater = ({ path }: File) => isRunLater(path)
  return [...files.filter(isLater), ...files.filter((file) => !isLater(file))]
}

/** What is said of such files beside their names. */
export const RUN_LATER_WORDS = {
  label: ["runs later: {}", "以后会自动运行：{}"],
  shell: ["shell start-up", "shell 启动"],
  folder: ["on entering the folder", "进入文件夹时"],
  login: ["login or search path", "登录或命令搜索路径"],
  git: ["git settings", "git 设置"],
  hook: ["git hook", "git 钩子"],
  editor: ["editor", "编辑器"],
  agent: ["coding agents", "编程智能体"],
  keelson: ["Keelson", "Keelson 自身"],
  ci: ["CI", "CI 流水线"],
} as const

const say = speaker(RUN_LATER_WORDS)

/** `runs later: CI`; `undefined` for a file like any other. */
export function runLaterMark(language: Language, path: string): string | undefined {
  const kind = runLaterKind(path)
  return kind && say(language, "label", say(language, kind))
}
