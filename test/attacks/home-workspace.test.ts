import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { Sandbox } from "../../src/tools/sandbox/sandbox.ts"
import { Place } from "../cli/place.ts"
import { story } from "../cli/scripts.ts"
import { serving } from "../cli/serving.ts"
import { eventsOf } from "../guards/front-door.ts"
import { confinedTest } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const places: Place[] = []
afterAll(async () => {
  for (const place of places) await place.clear()
})

/** A home with what people have there. */
function home(): Place {
  const files = {
    ".bashrc": "# mine\n",
    ".gitconfig": "[user]\n",
    ".config/autostart/x.desktop": "mine\n",
    "notes.txt": "a\n",
  }
  const place = new Place(files, PROJECTS)
  places.push(place)
  return place
}

const PLANT = [
  "echo attack >> .bashrc",
  "echo attack >> .gitconfig",
  "echo attack > .config/autostart/x.desktop",
  "mkdir -p .local/bin; echo attack > .local/bin/git",
  "echo attack > .zshenv",
].join("; ")

const commands = (command: string) => ({
  tasks: [{ id: 1, tool: "run_in_terminal", arguments: { command }, depends_on: [] }],
})
const write = (path: string) => ({
  tasks: [{ id: 1, tool: "write_file", arguments: { path, content: "attack\n" }, depends_on: [] }],
})

const ASKED =
  /^keelson: This folder (is|contains) your home folder: every change is asked about\. Run in a project folder, or pass --approve edits\.$/m

describe("the home folder as workspace", () => {
  confinedTest.each([
    ["is", ""],
    ["contains", "me"],
  ])(
    "A6 homews: every change is asked about where the folder %s the home, and one line says so",
    async (how, inner) => {
      const place = home()
      mkdirSync(join(place.workspace, inner), { recursive: true })
      const server = await place.serve(story({ plans: [write("notes.txt")] }))
      const variables = { HOME: join(place.workspace, inner) }
      const run = await place.start(["run", "Write a note", ...place.modelAt(server)], variables).end
      expect(run.code).toBe(3)
      expect(ASKED.exec(run.stderr)?.[1]).toBe(how)
      expect(readFileSync(join(place.workspace, "notes.txt"), "utf8")).toBe("a\n")
    },
  )

  confinedTest("commands too, before anything of them runs", async () => {
    const place = home()
    const server = await place.serve(story({ plans: [commands(PLANT)] }))
    const run = await place.start(["run", "Set it up", ...place.modelAt(server)], { HOME: place.workspace }).end
    expect(run.code).toBe(3)
    expect(run.stderr + run.stdout).toContain(".bashrc")
    expect(existsSync(join(place.workspace, ".local/bin"))).toBe(false)
  })

  confinedTest("with the user's word for edits, start-up files still can't be changed by commands", async () => {
    const place = home()
    const server = await place.serve(story({ plans: [commands(PLANT)] }))
    const words = ["run", "Set it up", "--approve", "edits", ...place.modelAt(server)]
    const run = await place.start(words, { HOME: place.workspace }).end
    expect(run.stderr).not.toMatch(ASKED)
    for (const [name, text] of [
      [".bashrc", "# mine\n"],
      [".gitconfig", "[user]\n"],
      [".config/autostart/x.desktop", "mine\n"],
    ] as const)
      expect(readFileSync(join(place.workspace, name), "utf8")).toBe(text)
    for (const name of [".local/bin", ".zshenv"]) expect(existsSync(join(place.workspace, name))).toBe(false)
  })

  confinedTest("a config that lies there can't loosen it; the user's own can", async () => {
    const place = home()
    place.write("keelson.config.json", JSON.stringify({ approve: "edits" }))
    const policy = async (variables: NodeJS.ProcessEnv) => {
      const { stdout } = await place.start(["config", "--json"], { HOME: place.workspace, ...variables }).end
      return JSON.stringify((JSON.parse(stdout) as { key: string }[]).find(({ key }) => key === "approve"))
    }
    expect(await policy({})).toContain('"value":"ask"')
    expect(await policy({ KEELSON_APPROVE: "edits" })).toContain('"value":"edits"')
  })

  confinedTest("a server's runs in it ask as well, and its log says so", async () => {
    const place = home()
    const model = await place.serve(story({ plans: [write("notes.txt")] }))
    const variables = { HOME: place.workspace }
    const { running, ask } = await serving(place, place.modelAt(model), variables)
    try {
      expect(await (await ask("/api/settings")).json()).toMatchObject({ approve: "ask" })
      const body = JSON.stringify({ request: "Write a note" })
      const { run_id } = (await (await ask("/api/runs", { method: "POST", body })).json()) as { run_id: string }
      type Reply = { readonly result?: { readonly outcome: string } }
      const outcome = async () => ((await (await ask(`/api/runs/${run_id}`)).json()) as Reply).result?.outcome
      await expect.poll(outcome, { timeout: 20_000 }).toBe("waiting")
      await running.hears("stderr", "This folder is your home folder")
    } finally {
      running.process.kill("SIGTERM")
      await running.end
    }
    expect(readFileSync(join(place.workspace, "notes.txt"), "utf8")).toBe("a\n")
  })

  test("the library asks as well unless it was told otherwise", async () => {
    const place = home()
    const sandbox: Sandbox = { name: "open", wrap: async (command) => command }
    const before = process.env.HOME
    process.env.HOME = place.workspace
    try {
      for (const [said, expected, told] of [
        [{}, "ask", 1],
        [{ approve: "edits" }, "edits", 0],
      ] as const) {
        const [store, notices] = [new MemoryStore(), [] as string[]]
        const model = keyedModel({ "turn-1/reply": "Four.", "turn-2/reply": "Four." })
        const onNotice = (text: string) => notices.push(text)
        const options = { model, store, workspace: place.workspace, strategy: react, secrets: {}, sandbox, onNotice }
        await (await createAgent({ ...options, ...said })).run("What is two and two?")
        const [started] = await eventsOf(store, "run.started")
        expect(started?.environment.approve).toBe(expected)
        expect(notices).toHaveLength(told)
      }
    } finally {
      process.env.HOME = before
    }
  })
})
