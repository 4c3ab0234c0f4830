import { expect, it, test } from "vitest"
import { isRunLater, runLaterFirst, runLaterKind, runLaterMark } from "./run-later.ts"

test.each([
  [
    "shell",
    [".bashrc", ".zshrc", ".profile", ".zshenv", ".bash_logout", ".config/fish/config.fish", "dotfiles/.bashrc"],
  ],
  ["folder", [".envrc", "sub/.envrc", "mise.toml"]],
  [
    "login",
    [".config/autostart/x.desktop", ".local/bin/x", ".config/systemd/user/x.service", "Library/LaunchAgents/x.plist"],
  ],
  ["git", [".gitconfig", ".gitmodules", ".git/hooks/pre-commit", ".git/config", ".config/git/config"]],
  ["hook", [".husky/pre-commit", ".husky", ".pre-commit-config.yaml", "lefthook.yml", ".lintstagedrc.json"]],
  [
    "editor",
    [".vscode/tasks.json", ".vscode", "a/b/.idea/x.xml", ".zed/tasks.json", ".nvim.lua", ".exrc", "x.code-workspace"],
  ],
  [
    "agent",
    [".claude/settings.json", ".cursor/mcp.json", ".codex/config.toml", ".gemini/x", ".mcp.json", ".aider.conf.yml"],
  ],
  ["keelson", ["keelson.config.json", "sub/keelson.config.ts", "keelson.config.mjs"]],
  [
    "ci",
    [
      ".github/workflows/ci.yml",
      ".gitlab-ci.yml",
      ".circleci/config.yml",
      "Jenkinsfile",
      "azure-pipelines.yml",
      ".GitHub/Workflows/x.yml",
    ],
  ],
] as const)("%s", (kind, paths) => {
  for (const path of paths) expect({ path, kind: runLaterKind(path) }).toEqual({ path, kind })
})

test.each([
  [
    "what somebody has to start",
    ["package.json", "Makefile", "Dockerfile", "vite.config.ts", "src/index.ts", "scripts/build.sh"],
  ],
  [
    "what is only read",
    ["AGENTS.md", ".gitignore", ".gitattributes", ".github/README.md", ".editorconfig", ".config/app.json"],
  ],
  [
    "what only looks like it",
    ["bashrc", "docs/vscode.md", "my.envrc.md", ".vscode-test/x", ".envrc.set-aside-1a2b3c4d", "github/workflows"],
  ],
  ["what packages bring along", ["node_modules/x/.vscode/settings.json", "a/node_modules/y/.github/workflows/ci.yml"]],
])("not %s", (_what, paths) => {
  expect(paths.filter(isRunLater)).toEqual([])
})

it("says what runs it, in both languages", () => {
  expect(runLaterMark("en", ".github/workflows/ci.yml")).toBe("runs later: CI")
  expect(runLaterMark("zh", ".vscode/tasks.json")).toBe("以后会自动运行：编辑器")
  expect(runLaterMark("en", "src/a.ts")).toBeUndefined()
})

it("comes first in a list, which keeps its order otherwise", () => {
  const paths = ["b", "a", ".vscode/x", "c", ".envrc"].map((path) => ({ path }))
  expect(runLaterFirst(paths).map(({ path }) => path)).toEqual([".vscode/x", ".envrc", "b", "a", "c"])
})
