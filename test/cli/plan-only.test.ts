import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { type Place, place } from "./keelson.ts"
import { LIST, story, WRITE_NOTE } from "./scripts.ts"
import { ENTER, onTerminal, PRESS } from "./terminal.ts"

async function planned(here: Place, ...flags: string[]) {
  const server = await here.serve(story({ plans: [WRITE_NOTE, LIST] }))
  return here.keelson("run", "write a note", "--approve", "full", ...flags, ...here.modelAt(server))
}

const note = (here: Place) => join(here.workspace, "note.md")

test("--plan-only prints the plan and waits; answers go on step by step", async () => {
  const here = place()
  const phases = await planned(here, "--plan-only")
  expect(phases).toMatchObject({ code: 3, stdout: expect.stringContaining("Nothing of it has run: phases: write") })
  expect(phases.stdout).toMatch(/keelson answer \d{6}-\w{6} --allow \| --edit \| --plan FILE \| --deny "…"/)
  const tasks = await here.keelson("answer", "--allow")
  expect(tasks).toMatchObject({ code: 3, stdout: expect.stringMatching(/1\. write_file\n +path: note\.md\n/) })
  expect(existsSync(note(here))).toBe(false)
  expect(await here.keelson("answer", "--allow")).toMatchObject({ code: 0 })
  expect(readFileSync(note(here), "utf8")).toBe("hello\n")
})

test("a plan from a file runs instead; one that can't be used is asked about again", async () => {
  const here = place()
  await planned(here, "--plan-only")
  await here.keelson("answer", "--allow")
  const file = join(here.root, "plan.json")
  writeFileSync(file, JSON.stringify({ tasks: [{ tool: "write_file", arguments: { path: "note.md" } }] }))
  const again = await here.keelson("answer", "--plan", file)
  expect(again).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("Your version can't be used (tasks.0.arguments.content"),
  })
  writeFileSync(
    file,
    JSON.stringify({ tasks: [{ tool: "write_file", arguments: { path: "note.md", content: "mine\n" } }] }),
  )
  expect(await here.keelson("answer", "--plan", file)).toMatchObject({ code: 0 })
  expect(readFileSync(note(here), "utf8")).toBe("mine\n")
})

test("the user's editor changes it too", async () => {
  const here = place()
  await planned(here, "--plan-only")
  await here.keelson("answer", "--allow")
  const end = await here.start(["answer", "--edit"], { EDITOR: "sed -i.bak s/hello/edited/" }).end
  expect(end.code).toBe(0)
  expect(readFileSync(note(here), "utf8")).toBe("edited\n")
})

test("a plan that is refused ends the run", async () => {
  const here = place()
  await planned(here, "--review")
  const end = await here.keelson("answer", "--deny", "not like this")
  expect(end).toMatchObject({ code: 130, stderr: expect.stringContaining("the plan was not accepted: not like this") })
  expect(existsSync(note(here))).toBe(false)
})

const WRONG: readonly (readonly [words: readonly string[], said: string])[] = [
  [["--plan", "no-such-file"], "can't be read"],
  [["--plan", "README.md"], "begins with its number"],
  [["--allow", "--edit"], "give one answer"],
]

test("an answer that can't be used is refused in one line", async () => {
  const here = place()
  await planned(here, "--plan-only")
  for (const [words, said] of WRONG) {
    const end = await here.keelson("answer", ...words)
    expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^keelson: .+\n$/) })
    expect(end.stderr).toContain(said)
  }
})

test("a strategy without a plan has nothing to look at", async () => {
  const here = place()
  const end = await planned(here, "--plan-only", "--strategy", "react")
  expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("react makes no plan") })
})

test("--review asks on the terminal: as it is, or through the editor until it can be used", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE, LIST] }))
  const words = ["run", "write a note", "--review", "--approve", "full", ...here.modelAt(server)]
  const editor = here.write(
    "../editor.sh",
    'grep -q broken "$1" && sed -i s/broken/write_file/ "$1" || sed -i s/write_file/broken/ "$1"',
  )
  const { code, screen } = await onTerminal(
    here,
    words,
    [
      { when: PRESS, type: "y" },
      { when: PRESS, type: "e" },
      { when: PRESS, type: "y" },
      { when: PRESS, type: "e" },
      { when: PRESS, type: "y" },
    ],
    { EDITOR: `sh ${editor}` },
  )
  expect(code).toBe(0)
  expect(screen).toContain("Your version can't be used (tasks.0.tool")
  expect(readFileSync(note(here), "utf8")).toBe("hello\n")
})

const LOOK = { tasks: [{ id: 1, tool: "list_files", arguments: {}, depends_on: [] }] }

test("--review in a later round: what looks around runs, what writes is a list that words change", async () => {
  const here = place()
  const tasks = ["one.md", "two.md"].map((path, index) => ({
    id: index + 1,
    tool: "write_file",
    arguments: { path, content: "hello\n" },
    depends_on: [],
  }))
  const server = await here.serve(story({ plans: [LOOK, { tasks }] }))
  const words = ["run", "write notes", "--review", "--approve", "full", ...here.modelAt(server)]
  const { code, screen } = await onTerminal(here, words, [
    { when: PRESS, type: "y" },
    { when: PRESS, type: "c" },
    { when: "empty when it is right", type: `drop 1${ENTER}` },
    { when: PRESS, type: "y" },
  ])
  expect(code).toBe(0)
  expect(screen).toMatch(/1\. write_file\s+path: one\.md/)
  expect([existsSync(join(here.workspace, "one.md")), existsSync(join(here.workspace, "two.md"))]).toEqual([
    false,
    true,
  ])
})

/** Where a conversation waits for the next request. */
const PROMPT = /› \r?$/

const writing = (...paths: readonly string[]) => ({
  tasks: paths.map((path, index) => ({
    id: index + 1,
    tool: "write_file",
    arguments: { path, content: "hello\n" },
    depends_on: [],
  })),
})

test.each([
  ["was run", "y", ["two.md", "three.md"]],
  ["was refused", "n", ["three.md"]],
] as const)(
  "B1: a plan that was changed and %s is not shown or run by the next request",
  async (_, decision, written) => {
    const here = place()
    const stories = [story({ plans: [writing("one.md", "two.md")] }), story({ plans: [writing("three.md")] })]
    let requests = 0
    const server = await here.serve((body, n) => {
      if (body.messages.at(-1)?.content?.includes("Due: request_analyser")) requests += 1
      const told = stories[requests - 1]
      if (typeof told !== "function") throw new Error("A story is a function.")
      return told(body, n)
    })
    const { code, screen } = await onTerminal(
      here,
      ["chat", "--approve", "full", ...here.modelAt(server)],
      [
        { when: PROMPT, type: `/plan on${ENTER}` },
        { when: PROMPT, type: `write notes${ENTER}` },
        { when: PRESS, type: "y" },
        { when: PRESS, type: "c" },
        { when: "empty when it is right", type: `drop 1${ENTER}` },
        { when: PRESS, type: decision },
        ...(decision === "n" ? [{ when: "Why not?", type: ENTER }] : []),
        { when: PROMPT, type: `write the other note${ENTER}` },
        { when: PRESS, type: "y" },
        { when: PRESS, type: "y" },
        { when: PROMPT, type: `/exit${ENTER}` },
      ],
    )
    expect(code).toBe(0)
    expect(screen).toMatch(/1\. write_file\s+path: three\.md/)
    const there = ["one.md", "two.md", "three.md"].filter((path) => existsSync(join(here.workspace, path)))
    expect(there).toEqual(written)
  },
)
