import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { askApproval } from "../../src/cli/asking/ask-approval.ts"
import { askPlan } from "../../src/cli/asking/ask-plan.ts"
import { untilQuiet } from "../../src/cli/prompt/quiet.ts"
import type { OpenQuestion } from "../../src/protocol/log/run.ts"
import { Place } from "../cli/keelson.ts"
import { LIST, story, WRITE_NOTE } from "../cli/scripts.ts"
import { ENTER, onTerminal, PRESS } from "../cli/terminal.ts"
import { PROJECTS } from "./home.ts"
import { Typist } from "./typist.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

const CALL: Approval = {
  kind: "approval",
  id: "phase-1/round-1/task-1/approval",
  tool: "run_in_terminal",
  summary: "Run rm -rf build",
  detail: JSON.stringify({ command: "rm -rf build", timeout_s: 5 }),
  command: "rm -rf build",
  risks: ["unconfined", "deletes"],
  rule: { tool: "run_in_terminal", match: "rm -rf build", decision: "allow" },
}
const PLAN: Approval = {
  kind: "approval",
  id: "p/review-1",
  about: "plan",
  tool: "plan",
  summary: "phases: a",
  detail: "{}",
}

/** What was answered once the typist is through; then the question is given up. */
async function answerTo(question: Approval, type: (typist: Typist) => Promise<void>) {
  const typist = new Typist()
  const given = new AbortController()
  const { signal } = given
  const asked =
    question === PLAN
      ? askPlan(question, typist.terminal, { runId: "run-1", signal })
      : askApproval(question, typist.terminal, signal)
  await type(typist)
  given.abort()
  return { answer: await asked, screen: typist.screen, interrupts: typist.interrupts }
}

const DEAF = 700
const SETTLED = 2000

describe("typed ahead on the terminal", () => {
  it.each([
    ["y", 0],
    ["y", 131],
    ["R", 500],
    ["A", 699],
    [ENTER, 699],
    ["n", 300],
    ["\x1b", 600],
  ])("%j after %i ms answers nothing", async (key, ms) => {
    const { answer } = await answerTo(CALL, async (typist) => {
      await typist.wait(ms)
      await typist.type(key)
      await typist.wait(SETTLED)
    })
    expect(answer).toBeUndefined()
  })

  it.each([
    ["y", "allow"],
    ["R", "allow_always"],
    ["A", "remember"],
  ])("%j after the deaf time is %s", async (key, decision) => {
    const { answer } = await answerTo(CALL, async (typist) => {
      await typist.wait(DEAF + 1)
      await typist.type(key)
      await typist.wait(SETTLED)
    })
    expect(answer).toEqual({ kind: "approval", decision })
  })

  it.each(["also use tabs\r", "yes, do that\r", "hjkl\r", "RRRR", "yAyRyA\r"])(
    "%j, letter by letter across the deaf time, grants nothing",
    async (text) => {
      const { answer } = await answerTo(CALL, async (typist) => {
        await typist.wait(DEAF - 400)
        await typist.typeText(text.repeat(4))
        await typist.wait(SETTLED)
      })
      expect(answer).toBeUndefined()
    },
  )

  it.each(["y, but wait", "Right, and then", "Always"])(
    "%j, begun after the deaf time, grants nothing",
    async (text) => {
      const { answer } = await answerTo(CALL, async (typist) => {
        await typist.wait(DEAF + 500)
        await typist.typeText(text)
        await typist.wait(100)
      })
      expect(answer).toBeUndefined()
    },
  )

  it("a key that is held down answers nothing", async () => {
    const { answer } = await answerTo(CALL, async (typist) => {
      await typist.typeText("y".repeat(100), 33)
      await typist.wait(100)
    })
    expect(answer).toBeUndefined()
  })

  it("a plan is not run by what was typed ahead, and its wide answer has a key of its own", async () => {
    const early = await answerTo(PLAN, async (typist) => {
      await typist.type("y")
      await typist.wait(SETTLED)
    })
    expect(early.answer).toBeUndefined()
    const wide = await answerTo(PLAN, async (typist) => {
      await typist.wait(SETTLED)
      await typist.type("P")
      await typist.wait(SETTLED)
    })
    expect(wide.answer).toEqual({ kind: "approval", decision: "allow_always" })
  })

  it("the whole run: what is typed before and as the question appears grants nothing", async () => {
    const here = new Place(undefined, PROJECTS)
    onTestFinished(() => here.clear())
    const server = await here.serve(story({ plans: [WRITE_NOTE, LIST] }))
    const words = ["run", "do it", "--approve", "ask", "--no-sandbox", "--verify", "off", ...here.modelAt(server)]
    const { code, screen } = await onTerminal(here, words, [
      { when: "waiting for the model", type: `also use tabs${ENTER}` },
      { when: "◆  Allow ", type: `also use tabs${ENTER}` },
      { when: PRESS, type: "n" },
      { when: "◆  Why not?", type: `not seen${ENTER}` },
    ])
    expect(screen).toContain("no, and say why")
    expect(existsSync(join(here.workspace, "note.md"))).toBe(false)
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("the user did not allow it: not seen")
    expect(code).toBe(4)
  })
})

describe("pasted text and stray keys on the terminal", () => {
  it.each([
    ["a burst", ["y\r"]],
    ["a burst of wide keys", ["AR"]],
    ["a marked paste", ["\x1b[200~y\x1b[201~"]],
    ["a marked paste in pieces", ["\x1b[20", "0~", "y", "A", "\x1b[2", "01~"]],
    ["Enter", [ENTER]],
    ["an arrow and Enter", ["\x1b[B", ENTER]],
    ["an arrow in pieces", ["\x1b", "[", "A"]],
    ["an arrow of the keypad in pieces", ["\x1b", "O", "A"]],
    ["Alt and a key", ["\x1by"]],
    ["Alt and a key in pieces", ["\x1b", "y"]],
    ["where the cursor is", ["\x1b[", "12;40", "R"]],
    ["a letter in two bytes", [Buffer.from([0xc3]), Buffer.from([0xbf])]],
  ])("%s answers nothing", async (_name, chunks) => {
    const { answer, screen } = await answerTo(CALL, async (typist) => {
      await typist.wait(SETTLED)
      for (const chunk of chunks) await typist.type(chunk)
      await typist.wait(150)
    })
    expect(answer).toBeUndefined()
    expect(screen).toContain("Press y, n, l, R or A")
  })

  it("Esc puts it off, Ctrl-C is heard even in the deaf time", async () => {
    const typist = new Typist()
    const asked = askApproval(CALL, typist.terminal, new AbortController().signal)
    await typist.wait(SETTLED)
    await typist.type("\x1b")
    await typist.wait(SETTLED)
    expect(await asked).toBeUndefined()
    const early = await answerTo(CALL, (typist) => typist.type("\x03"))
    expect(early).toMatchObject({ answer: undefined, interrupts: 1 })
  })

  it("a key that means nothing says which do, and the next one counts", async () => {
    const { answer, screen } = await answerTo(CALL, async (typist) => {
      await typist.wait(SETTLED)
      await typist.type("x")
      await typist.wait(400)
      await typist.type("y")
      await typist.wait(SETTLED)
    })
    expect(answer).toEqual({ kind: "approval", decision: "allow" })
    expect(screen).toContain('No "x" here. Press y, n, l, R or A')
  })
})

describe("words typed ahead of a question that wants words", () => {
  it("are dropped, and the question is asked after a pause", async () => {
    const typist = new Typist()
    let isAsked = false
    const quiet = untilQuiet(typist.terminal, new AbortController().signal).then((mayAsk) => {
      isAsked = mayAsk
    })
    await typist.typeText("in Latin, please\r")
    expect(isAsked).toBe(false)
    await typist.wait(400)
    await quiet
    expect(isAsked).toBe(true)
    expect(typist.screen).toContain("What you typed before you saw it is dropped.")
    expect(typist.input.read()).toBeNull()
  })

  it("are not asked for any more after Ctrl-C", async () => {
    const typist = new Typist()
    const quiet = untilQuiet(typist.terminal, new AbortController().signal)
    await typist.type("\x03")
    expect(await quiet).toBe(false)
    expect(typist.interrupts).toBe(1)
  })
})
