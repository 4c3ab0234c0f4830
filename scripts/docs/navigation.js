// How the pages stand in the site, in both languages. What is named nowhere goes to the last group.
export const GROUPS = [
  {
    en: "Start",
    zh: "入门",
    pages: [
      "README.md",
      ...[
        "1-a-first-question",
        "2-a-fix-and-undo",
        "3-strategies",
        "4-your-own-tool",
        "5-approvals-and-limits",
        "6-crash-and-report",
        "7-which-model",
      ].map((name) => `docs/tutorial/${name}.md`),
      "docs/first-ten-minutes.md",
      "docs/coming-from.md",
    ],
  },
  {
    en: "Use",
    zh: "使用",
    pages: [
      "command-line",
      "screens/README",
      "configuration",
      "console",
      "editors",
      "strategies/README",
      "evals",
      "tools/code",
      "tools/research",
      "tools/data",
      "tools/creation",
      "tools/pictures",
      "mcp",
      "extras",
    ].map(inDocs),
  },
  { en: "Models", zh: "模型", pages: ["models", "local-models", "providers"].map(inDocs) },
  {
    en: "Trust",
    zh: "信任",
    pages: [
      "ends",
      "checks",
      "repositories",
      "undo",
      "approvals",
      "sandbox",
      "sandbox-compared",
      "security",
      "constraints",
      "reliability",
    ].map(inDocs),
  },
  {
    en: "Build",
    zh: "构建",
    pages: [
      "library",
      "reference/README",
      "server",
      "cluster",
      "scale",
      "telemetry",
      "recipes/ci",
      "recipes/cron",
      "recipes/pre-commit",
      "replay",
      "rehearsals",
      "simulated-models",
    ].map(inDocs),
  },
  {
    en: "Inside",
    zh: "内部",
    pages: [
      "ARCHITECTURE.md",
      "docs/figures.md",
      "docs/comparison.md",
      "docs/played.md",
      "GLOSSARY.md",
      "CONTRIBUTING.md",
      "CHANGELOG.md",
    ],
  },
]

/** Reached from other pages only. */
export const UNLISTED = /^docs\/(decisions|reference|strategies|tools|recipes)\//

function inDocs(name) {
  return `docs/${name}.md`
}
