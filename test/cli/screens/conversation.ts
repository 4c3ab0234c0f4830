import { call, hang, text } from "../../../src/testing/server-reply.ts"
import { direct } from "../scripts.ts"
import { byRequest } from "./minds.ts"
import { fixer, PROJECT } from "./setting-out.ts"
import type { Point } from "./stage.ts"

/* The conversation that stays open. */

const GREETING = /help has the rest[\s\S]*\n›$/
const PASTED = "Error: expected 3, got -1\n    at sum.test.js:5:20\n    at node:internal/test_runner"
const LONG =
  "The function takes two numbers. It **subtracts** the second from the first, though its name says that it adds, and so the only test of it fails."

export const CONVERSATION: readonly Point[] = [
  {
    number: 7,
    name: "editor",
    title: "Pasted lines, several lines, history, @files, /commands and !commands",
    files: { ...PROJECT, "src/parse-amount.js": "", "src/parse-date.js": "" },
    async play(stage) {
      await stage.model(
        byRequest({
          "got -1": () => direct("`sum` subtracts; its test expects that it adds."),
          "look at": () => direct("Yes."),
        }),
      )
      await stage.starts("keelson", GREETING)
      await (await stage.terminal()).paste(PASTED)
      await stage.sees("test_runner")
      await stage.presses("C-j")
      await stage.begins("why is that?")
      await stage.keep(["expected 3, got -1", "at node:internal/test_runner why is that?"], "  why is that?")
      await stage.presses("Enter")
      await stage.sees(/expects[\s\S]*›$/)
      await stage.begins("look at @src/p")
      await stage.sees(/look at @src\/p\n[\s\S]*parse-date/)
      await stage.keep(["src/parse-amount.js", "src/parse-date.js"], "› look at @src/p")
      await stage.presses("C-c")
      await stage.begins("/re")
      await stage.sees("/resume")
      await stage.presses("C-c")
      await stage.types("!echo here $((6*7))")
      await stage.sees(/here 42[\s\S]*›$/)
      await stage.presses("Up", "Up")
      await stage.sees(/›[^›]*why is that\?$/)
      await stage.keep(["here 42"], "  why is that?")
      await stage.presses("C-c")
      await stage.types("/help")
      await stage.asked("Ctrl-C clears")
      await stage.presses("C-d")
      await stage.returns()
    },
  },
  {
    number: 8,
    name: "streaming",
    title: "The answer appears as it comes, and a model that thinks shows that it does",
    files: PROJECT,
    async play(stage) {
      await stage.model(() => ({ ...text(LONG), ending: "hang" }))
      await stage.starts("keelson chat --strategy react", GREETING)
      await stage.types("what does sum.js do?")
      await stage.sees("only test of it")
      await stage.keep(["It subtracts the second from the first"])
      await stage.presses("Escape")
      await stage.asked()
      await stage.presses("C-d")
      await stage.returns()
    },
  },
  {
    number: 9,
    name: "steering",
    title: "What is typed while a run works is queued, said now, or stops it",
    files: PROJECT,
    async play(stage) {
      await stage.model((body) => {
        const said = JSON.stringify(body.messages)
        if (!said.includes("after all: only say") || said.includes("and now fix it")) return hang()
        return call("request_analyser", {
          core_goal: "Say what sum does",
          requirements: [],
          complexity: "simple",
          direct_answer: "It subtracts.",
        })
      })
      await stage.starts("keelson", GREETING)
      await stage.types("fix the test")
      await stage.sees("Enter queues")
      await stage.types("keep the name of the function")
      await stage.sees("queued: keep")
      await stage.keep(["queued: keep the name of the function", "Enter queues"])
      await stage.begins("after all: only say what it does")
      await stage.presses("C-s")
      await stage.sees("It subtracts.")
      await stage.asked("It subtracts.")
      await stage.types("and now fix it")
      await stage.sees("Enter queues")
      await stage.presses("Escape")
      await stage.asked("/resume")
      await stage.presses("C-d")
      await stage.returns()
    },
  },
  {
    number: 10,
    name: "runs",
    title: "Each request is a run that knows the earlier ones; the banner says model, folder and policy",
    files: PROJECT,
    async play(stage) {
      let isThere = false
      await stage.model(
        byRequest({
          "what does": () => direct("It subtracts."),
          "fix the": () => (isThere ? fixer() : hang),
        }),
      )
      await stage.starts("keelson")
      await stage.asked("openai-compatible:scripted", "auto", "approve edits in a sandbox, else ask", "~/project")
      await stage.types("what does sum.js do?")
      await stage.asked("It subtracts.")
      await stage.types("fix the test")
      await stage.sees("Enter queues")
      await stage.presses("Escape")
      await stage.asked("/resume")
      isThere = true
      await stage.types("/runs")
      await stage.asked("cancelled", "done")
      await stage.types("/resume")
      await stage.sees(/adds now/)
      await stage.asked("it adds now", "/undo")
      await stage.types("/undo")
      await stage.sees("Take back")
      await stage.keep(["Take back what was changed"])
      await stage.presses("y")
      await stage.asked("changed back")
      await stage.types("/cost")
      await stage.asked("runs 3 · calls 6")
      await stage.presses("C-d")
      await stage.returns()
    },
  },
]
