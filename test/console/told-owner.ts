import type { ConfigReply } from "../../src/protocol/api/owner-api.ts"
import type { OwnersDesk } from "../../src/server/runs/owner.ts"

const DAY = 86_400_000

/** A config as somebody might have it; nothing is kept. */
const CONFIG: ConfigReply = {
  settings: [
    { key: "model", value: "openai:gpt-5", from: "user" },
    { key: "strategy", value: "auto", from: "default" },
    { key: "approve", value: "edits", from: "default" },
    { key: "review", value: false, from: "default" },
    { key: "sandbox", value: "auto", from: "default" },
    { key: "network", value: false, from: "default" },
    { key: "scope", value: ["src/**", "test/**"], from: "project" },
    { key: "exceptions", value: "ask", from: "user" },
    { key: "keep_calls", value: true, from: "default" },
    { key: "limits.max_iterations", value: 60, from: "project" },
    { key: "limits.max_model_calls", value: 150, from: "default" },
    { key: "limits.max_time_ms", value: 1_800_000, from: "user" },
    { key: "limits.max_cost", value: null, from: "default" },
  ],
  own: { model: "openai:gpt-5", exceptions: "ask", "limits.max_time_ms": 1_800_000, "limits.max_iterations": 90 },
  user_file: "~/.config/keelson/config.json",
  project_file: "keelson.config.json",
  providers: [
    {
      id: "openai",
      label: "OpenAI",
      home_page: "https://platform.openai.com",
      is_set: true,
      models: ["openai:gpt-5", "openai:gpt-5-mini", "openai:gpt-5-nano"],
    },
    { id: "anthropic", label: "Anthropic", home_page: "https://console.anthropic.com", is_set: false, models: [] },
  ],
}

/** An owner whose things are only told. `now`: when it is. */
export function toldOwner(now: number): OwnersDesk {
  const gone = [
    "Rename the settings page",
    "为登录页添加测试",
    "Find out why the build is slow and say what would help most",
  ]
  const runs = gone.map((title, index) => ({
    id: `old-${index}`,
    title,
    updated_at: now - (31 + 9 * index) * DAY,
    bytes: 48_000 * (index + 1),
  }))
  return {
    config: async () => CONFIG,
    keep: async () => {},
    keepKey: async () => ({ variable: "OPENAI_API_KEY", models: [] }),
    prune: async () => ({ runs, bytes: 288_000 }),
  }
}
