import { describe, expect, it } from "vitest"
import type { ScriptCall } from "../../src/testing/script-line.ts"
import { hostileRun, leaksOf, PLACEHOLDER, SECRET } from "./secret-runs.ts"

/** Put together here, so that no one takes this file for a leak. */
const fill = (prefix: string, length: number) => prefix + "a1B2c3D4e5F6g7H8".repeat(8).slice(0, length)
const hex = (prefix: string, length: number) => prefix + "0123456789abcdef".repeat(8).slice(0, length)
const key = (kind: string) => ["-----BEGIN ", `${kind}-----\nMIIEowIBAAKCAQEA\n-----END `, `${kind}-----`].join("")

const SHAPES: readonly (readonly [string, string])[] = [
  ["OpenAI", fill("sk-proj-", 40)],
  ["Anthropic", fill("sk-ant-api03-", 60)],
  ["GitHub", fill("ghp_", 36)],
  ["GitHub, server", fill("ghs_", 36)],
  ["GitHub, fine-grained", fill("github_pat_", 40)],
  ["GitLab", fill("glpat-", 20)],
  ["AWS", "AKIA" + "QWERTYUIOPASDFGH"],
  ["AWS, session", "ASIA" + "QWERTYUIOPASDFGH"],
  ["Google", fill("AIza", 35)],
  ["Google, OAuth", fill("ya29.", 40)],
  ["Slack", fill("xoxb-", 30)],
  ["Slack, app", fill("xapp-1-", 30)],
  ["npm", fill("npm_", 36)],
  ["PyPI", fill("pypi-", 60)],
  ["Hugging Face", fill("hf_", 34)],
  ["Stripe", fill("sk_live_", 24)],
  ["Stripe, webhook", fill("whsec_", 32)],
  ["SendGrid", `${fill("SG.", 22)}.${fill("", 43)}`],
  ["DigitalOcean", hex("dop_v1_", 64)],
  ["Shopify", hex("shpat_", 32)],
  ["Databricks", hex("dapi", 32)],
  ["Vault", fill("hvs.", 24)],
  ["age", `AGE-SECRET-KEY-1${"QWERTYUIOP".repeat(6)}`],
  ["Atlassian", fill("ATATT3", 60)],
  ["Groq", fill("gsk_", 52)],
  ["Telegram", fill("123456789:AA", 33)],
  ["JSON Web Token", [fill("eyJ", 20), fill("eyJ", 20), fill("", 30)].join(".")],
  ["RSA key", key("RSA PRIVATE KEY")],
  ["OpenSSH key", key("OPENSSH PRIVATE KEY")],
  ["PGP key", key("PGP PRIVATE KEY BLOCK")],
  ["Slack's hook", `hooks.slack.com/services/${fill("T", 30)}`],
  ["Discord's hook", `discord.com/api/webhooks/123456789/${fill("", 60)}`],
]

const READ: ScriptCall[] = [
  { call: "read_file", input: { path: "notes.txt" } },
  { call: "search_code", input: { pattern: "value", path: "." } },
  { call: "run_in_terminal", input: { command: "cat notes.txt" } },
]

describe("secrets that are known by their form", () => {
  it.each(SHAPES)("are not shown: %s", async (_name, token) => {
    const { seen } = await hostileRun([READ], { secrets: {} }, { "notes.txt": `the value is "${token}" here\n` })
    const lines = token.split("\n").map((line) => JSON.stringify(line).slice(1, -1))
    expect(lines.filter((line) => !line.startsWith("-----") && seen.includes(line))).toEqual([])
    expect(seen).toContain("[redacted]")
  })

  it.each([
    "postgres://admin:hunter2@db.internal/app",
    "https://oauth2:hunter2@gitlab.example/a/b.git",
    "redis://:hunter2@cache:6379",
    "mongodb+srv://me:hun%2Fter2@cluster.example",
    "amqp://me:p@ss:hunter2@queue/vhost",
  ])("are not shown: the password of %s", async (url) => {
    const { seen } = await hostileRun([READ], { secrets: {} }, { "notes.txt": `the value is ${url} here\n` })
    expect(seen).not.toMatch(/hunter2|hun%2Fter2|p@ss/)
    expect(seen).toContain(new URL(url).hostname)
  })
})

describe("values of variables that no command gets", () => {
  it.each([
    ["GH_PAT", "correct-horse-battery"],
    ["SENTRY_DSN", "https://abcdef@sentry.example/1"],
    ["TEAM_WEBHOOK_URL", "https://chat.example/hook/abcdef"],
    ["DB_PASSWD", "correct horse battery"],
    ["MYSQL_PWD", "correct-horse-battery"],
    ["REDIS_AUTH", "correct-horse-battery"],
    ["ERLANG_COOKIE", "correct-horse-battery"],
    ["STORAGE_CONNECTION_STRING", "AccountName=x;Account=correct"],
    ["LICENCE", "a1B2c3D4e5F6g7H8i9"],
  ])("are not shown: %s", async (name, value) => {
    const { seen } = await hostileRun(
      [READ],
      { secrets: { [name]: value } },
      { "notes.txt": `the value is ${value}\n` },
    )
    expect(leaksOf(seen, value)).toEqual([])
    expect(seen).toContain(`{{secret:${name}}}`)
  })
})

const CONFIG = { "config.js": `export const region = "eu"\nexport const key = "${SECRET}"\nexport const size = 1\n` }
const SHOWN = CONFIG["config.js"].replace(SECRET, PLACEHOLDER)
const patch = (lines: string) => `--- a/config.js\n+++ b/config.js\n@@\n${lines}\n`
const line = (text: string) => `export const key = "${text}"`

describe("placeholders written back over a secret", () => {
  it.each<[string, ScriptCall]>([
    ["a whole file", { call: "write_file", input: { path: "config.js", content: SHOWN.replace("eu", "us") } }],
    [
      "an edit of the passage",
      { call: "edit_file", input: { path: "config.js", old_text: line(PLACEHOLDER), new_text: "" } },
    ],
    [
      "an edit beside it",
      { call: "edit_file", input: { path: "config.js", old_text: '"eu"', new_text: `"${PLACEHOLDER}"` } },
    ],
    ["a patch of the line", { call: "apply_patch", input: { patch: patch(`-${line(PLACEHOLDER)}\n+${line("new")}`) } }],
    [
      "a patch beside it",
      { call: "apply_patch", input: { patch: patch(`+${line(PLACEHOLDER)}\n export const size = 1`) } },
    ],
  ])("change nothing, and the model is told why: %s", async (_name, call) => {
    const { seen, files } = await hostileRun(
      [[{ call: "read_file", input: { path: "config.js" } }], [call]],
      {},
      CONFIG,
    )
    expect(files["config.js"]).toBe(CONFIG["config.js"])
    expect(seen).toContain("stands otherwise in the file")
    expect(leaksOf(seen)).toEqual([])
  })

  it("change nothing where it was a token that is known by its form", async () => {
    const [token, before] = [fill("ghp_", 36), "a = 1\ntoken = "]
    const content = "a = 2\ntoken = [redacted]\n"
    const { files } = await hostileRun(
      [[{ call: "write_file", input: { path: "x", content } }]],
      {},
      { x: `${before}${token}\n` },
    )
    expect(files.x).toBe(`${before}${token}\n`)
  })

  it.each<[string, ScriptCall]>([
    ["an edit", { call: "edit_file", input: { path: "config.js", old_text: "size = 1", new_text: "size = 2" } }],
    [
      "a patch that has the placeholder around what it changes",
      {
        call: "apply_patch",
        input: { patch: patch(` ${line(PLACEHOLDER)}\n-export const size = 1\n+export const size = 2`) },
      },
    ],
  ])("keeps nobody from changing the lines around it: %s", async (_name, call) => {
    const { files } = await hostileRun([[call]], {}, CONFIG)
    expect(files["config.js"]).toBe(CONFIG["config.js"].replace("size = 1", "size = 2"))
  })

  it("keeps nobody from writing examples, nor texts that look like placeholders", async () => {
    const content = `url = "postgres://app:s3cr3t@db/app"\nkey = "${fill("ghp_", 36)}"\nlog("[redacted]", "{{secret:X}}")\n`
    const { files } = await hostileRun(
      [[{ call: "write_file", input: { path: "out.txt", content } }]],
      {},
      { "out.txt": "old" },
    )
    expect(files["out.txt"]).toBe(content)
  })
})
