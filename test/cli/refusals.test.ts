import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { someOf } from "../sample.ts"
import { type Place, place } from "./keelson.ts"

const MODEL = ["--model", "openai-compatible:m", "--base-url", "http://127.0.0.1:9/v1"]

/** What is wrong, how it is called, and what the one line must name. */
type Refusal = [name: string, words: string[], line: RegExp, prepare?: (here: Place) => void]

const REFUSALS: Refusal[] = [
  ["an unknown flag", ["run", "x", "--frobnicate"], /unknown option '--frobnicate'/],
  ["a command almost right", ["resmue"], /Did you mean: keelson resume\? As a request/],
  ["a flag almost right", ["run", "x", "--max-iteration", "3"], /Did you mean --max-iterations/],
  ["no request", ["run", ...MODEL], /no request/],
  ["an empty request", ["run", "  ", ...MODEL], /no request/],
  ["a request twice", ["run", "x", "--file", "y", ...MODEL], /not both/],
  ["a limit that is no number", ["run", "x", "--max-iterations", "many", ...MODEL], /--max-iterations.*whole number/],
  ["a limit of zero", ["run", "x", "--max-model-calls", "0", ...MODEL], /--max-model-calls.*from 1/],
  ["a time that is none", ["run", "x", "--max-time", "soon", ...MODEL], /--max-time.*90s/],
  ["an unknown policy", ["run", "x", "--approve", "yolo", ...MODEL], /--approve.*ask, edits, full, read-only/],
  [
    "an unknown strategy",
    ["run", "x", "--strategy", "magic", ...MODEL],
    /"magic"; there are: auto, phased, rounds, stepwise, tasks, todo, react/,
  ],
  [
    "a model for what nobody asks for",
    ["run", "x", ...MODEL],
    /models: there is no control "judge"; there are: .*judge_tasks/,
    (here) => here.write("keelson.config.json", '{ "models": { "judge": "ollama:m" } }'),
  ],
  ["an unknown provider", ["run", "x", "--model", "qwen3:8b"], /"qwen3".*ollama:qwen3:8b.*keelson models/],
  ["a provider without its key", ["run", "x", "--model", "anthropic:c"], /ANTHROPIC_API_KEY is not set\. Get one at/],
  ["a provider without a model", ["run", "x", "--model", "ollama:"], /names no model; write ollama:NAME/],
  ["a provider without an address", ["run", "x", "--model", "azure:m"], /set AZURE_RESOURCE_NAME/],
  ["doctor without a model", ["doctor", "--base-url", "http://127.0.0.1:1/v1"], /give --model as well/],
  ["doctor of a model without key", ["doctor", "--model", "openai:m"], /OPENAI_API_KEY is not set/],
  [
    "a fallback that can't be had",
    ["run", "x", ...MODEL],
    /MISTRAL_API_KEY is not set/,
    (here) => here.write("keelson.config.json", '{ "fallback": "mistral:m" }'),
  ],
  [
    "a cost limit, and a fallback without a price",
    ["run", "x", "--model", "ollama:m", "--max-cost", "1"],
    /price of vllm:f is not known/,
    (here) => here.write("keelson.config.json", '{ "fallback": "vllm:f" }'),
  ],
  ["a model without endpoint", ["run", "x", "--model", "m"], /--base-url/],
  ["a base URL that is none", ["run", "x", "--model", "m", "--base-url", "here"], /--base-url: .*URL/],
  [
    "a cost limit without a price",
    ["run", "x", "--max-cost", "1", ...MODEL],
    /price of openai-compatible:m is not known/,
  ],
  ["a missing workspace", ["run", "x", "--workspace", "nowhere", ...MODEL], /nowhere" does not exist/],
  ["a workspace that is a file", ["run", "x", "-C", "README.md", ...MODEL], /is not a folder/],
  ["an unreadable request file", ["run", "--file", "none.txt", ...MODEL], /--file: "none.txt".*ENOENT/],
  ["an unwritable recording", ["run", "x", "--record", "no/where", ...MODEL], /--record: "no\/where".*ENOENT/],
  ["an unwritable output", ["run", "x", "--output", ".", ...MODEL], /--output: ".".*EISDIR/],
  ["a rehearsal that is none", ["run", "x", "--rehearse", "README.md"], /--rehearse: "README.md": Line 1/],
  ["a damaged rehearsal", ["run", "x", "--rehearse", "cut.jsonl"], /Line 2 is not valid JSON/, cutRehearsal],
  ["an unknown run", ["show", "991231-zzzzzz"], /no run "991231-zzzzzz"/],
  ["an unknown run to resume", ["resume", "991231-zzzzzz"], /no run "991231-zzzzzz"/],
  ["an unknown run to answer", ["answer", "991231-zzzzzz"], /no run "991231-zzzzzz"/],
  ["nothing to resume", ["resume"], /no run of .+ can be resumed/],
  ["nothing to answer", ["answer", "--allow"], /no run of .+ waits for an answer/],
  ["nothing to cancel", ["cancel"], /no run of .+ is going on/],
  [
    "a config that does not fit",
    ["run", "x", ...MODEL],
    /keelson\.config\.json: limits\.max_iterations: expected number, received string/,
    (here) => here.write("keelson.config.json", '{ "limits": { "max_iterations": "many" } }'),
  ],
  [
    "a config with an unknown key",
    ["run", "x", ...MODEL],
    /keelson\.config\.json: Unrecognized key: "modle"/,
    (here) => here.write("keelson.config.json", '{ "modle": "x" }'),
  ],
  [
    "a config that is no JSON",
    ["run", "x", ...MODEL],
    /keelson\.config\.json: not valid JSON/,
    (here) => here.write("keelson.config.json", "{ model: x }"),
  ],
  [
    "a config that can't be read",
    ["run", "x", ...MODEL],
    /config\.json: is a folder, not a plain file/,
    (here) => mkdirSync(join(here.root, "config", "keelson", "config.json"), { recursive: true }),
  ],
  [
    "a state folder that can't be written",
    ["run", "x", ...MODEL],
    /Cannot use the run store .+ KEELSON_STATE/,
    (here) => writeFileSync(join(here.root, "state"), "in the way"),
  ],
]

test.concurrent.each(someOf("refusals", 14, REFUSALS))(
  "%s: one line and exit code 2",
  async (_name, words, line, prepare) => {
    const here = place()
    prepare?.(here)
    const end = await here.keelson(...words)
    expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^keelson: [^\n]+\n$/) })
    expect(end.stderr).toMatch(line)
  },
)

test.skipIf(process.platform !== "linux")("a state folder that there can't be is refused at once", async () => {
  const end = await place().start(["runs"], { KEELSON_STATE: "/proc/nowhere" }).end
  expect(end).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^keelson: Cannot use the run store .+\n$/),
  })
})

test("a refused run leaves no run behind", async () => {
  const here = place()
  await here.keelson("run", "x", "--strategy", "magic", ...MODEL)
  expect(await here.keelson("runs", "--json")).toMatchObject({ code: 0, stdout: "[]\n" })
})

test("--debug shows where an error comes from", async () => {
  const { code, stderr } = await place().keelson("run", "x", "--model", "qwen3:8b", "--debug")
  expect(code).toBe(2)
  expect(stderr).toMatch(/^ +at .*\/run-/m)
})

function cutRehearsal(here: Place): void {
  const head = { keelson_rehearsal: 1, model: "m:m", recorded_at: "2026-01-01T00:00:00.000Z" }
  here.write("cut.jsonl", `${JSON.stringify(head)}\n{"key":"analysis/try-1","contr`)
}
