import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { type Place, place } from "./keelson.ts"

type Finding = { check: string; level: string; text: string; advice?: string }

test("everything has its line, and a fresh machine is fine", async () => {
  const { code, stdout, stderr } = await place().keelson("doctor")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const checks = [
    "node",
    "config",
    "model",
    "runs",
    "learned",
    "ripgrep",
    "git",
    "browser",
    "sandbox",
    "proxy",
    "certificates",
    "variables",
    "telemetry",
  ]
  for (const check of checks) expect(stdout).toMatch(new RegExp(`^[✓!] (ok|warn) +${check} `, "m"))
  expect(stdout).toMatch(/warn +model +none is configured\. See what is usable: keelson models/)
  expect(stdout).toMatch(/(ok +sandbox +bubblewrap confines|warn +sandbox .+install)/)
})

/** What is wrong, how it is made, what is found; `fail` ends with 1. */
type Trouble = [check: string, level: string, words: RegExp, prepare: (here: Place) => NodeJS.ProcessEnv | undefined]

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" }

const TROUBLES: Trouble[] = [
  ["config", "fail", /Unrecognized key: "modle"/, (here) => void here.write("keelson.config.json", '{"modle": 1}')],
  ["config", "warn", /is code of this workspace/, (here) => void here.write("keelson.config.ts", "")],
  ["runs", "fail", /Cannot use the run store/, (here) => void writeFileSync(join(here.root, "state"), "in the way")],
  ["runs", "warn", /not kept/, () => ({ KEELSON_STATE: ":memory:" })],
  ["learned", "warn", /damaged and is begun anew/, damageLearned],
  ["git", "warn", /is not installed/, () => ({ PATH: "/nowhere" })],
  ["sandbox", "warn", /bubblewrap is not installed; install it/, () => ({ PATH: "/nowhere" })],
  ["proxy", "ok", /HTTPS_PROXY; this machine's servers/, () => ({ HTTPS_PROXY: "http://127.0.0.1:3128" })],
  ["certificates", "fail", /nowhere\.pem, which is not there/, () => ({ NODE_EXTRA_CA_CERTS: "/nowhere.pem" })],
  ["certificates", "warn", /not checked at all/, () => ({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })],
  ["variables", "ok", /^commands don't see (?=.*\bDATABASE_URL\b)(?!.*\bPATH\b)/, () => ({ DATABASE_URL: "x" })],
  [
    "telemetry",
    "ok",
    /^on: traces go to http:\/\/127\.0\.0\.1:4318\/v1\/traces, metrics .+, without what models/,
    () => COLLECTOR,
  ],
  [
    "telemetry",
    "warn",
    /only http\/protobuf and http\/json/,
    () => ({ ...COLLECTOR, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }),
  ],
  ["model", "ok", /^a:b, c:d for judge_tasks, e:f as the fallback$/, configureModels],
]

test.concurrent.each(TROUBLES)("%s: %s %s", async (check, level, words, prepare) => {
  const here = place()
  const environment = prepare(here) ?? {}
  const { code, stdout } = await here.start(["doctor", "--json"], environment).end
  const found = (JSON.parse(stdout) as Finding[]).filter((finding) => finding.check === check)
  expect(found).toMatchObject([{ level, text: expect.stringMatching(words) }])
  expect(code).toBe(level === "fail" ? 1 : 0)
})

function damageLearned(here: Place): undefined {
  mkdirSync(join(here.root, "state"))
  writeFileSync(join(here.root, "state", "learned.json"), "{half")
}

function configureModels(here: Place): undefined {
  const config = { model: "a:b", models: { judge_tasks: "c:d" }, fallback: "e:f" }
  here.write("keelson.config.json", JSON.stringify(config))
}
