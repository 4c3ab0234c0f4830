import { describe, expect, it } from "vitest"
import { planLines } from "./plan-lines.ts"
import { editableText, editedList, listIn, type PlanList, planOf } from "./plan-list.ts"
import { changedBy } from "./plan-verbs.ts"

const TASKS = {
  tasks: [
    { tool: "read_file", arguments: { path: "a.txt" }, depends_on: [], why: "" },
    { tool: "write_file", arguments: { path: "b.txt", content: "one\ntwo\n" }, depends_on: [1], why: "the note" },
  ],
  reasoning: "because",
}
const TODOS = {
  todos: ["look", "write", "check"].map((content, n) => ({ id: `${n + 1}`, content, status: "pending" })),
}

function listed(plan: unknown): PlanList {
  const list = listIn(plan)
  if (!list) throw new Error("It is a list.")
  return list
}

const contents = (list: PlanList) => list.items.map(({ content }) => content)

describe("a plan as a list", () => {
  it("says nothing twice of a phase that somebody added by words", () => {
    const list = changedBy(
      listed({ phases: [{ id: 1, name: "write", goal: "Write it", dependencies: [] }] }),
      "add check it",
    )
    const lines = planLines(planOf(list), 40, (_format, text) => text)
    expect(lines).toEqual(["1. write: Write it", "2. check it"])
  })

  it("is read by people, with all that would be written", () => {
    expect(planLines(TASKS, 40, (_format, text) => text)).toEqual([
      "1. read_file",
      "   path: a.txt",
      "2. write_file",
      "   path: b.txt",
      "   content:",
      "   │ one",
      "   │ two",
      "   — the note",
    ])
    expect(planLines({ anything: 1 }, 40, (_format, text) => text)).toBeUndefined()
  })

  it("comes back unchanged from an editor that changed nothing", () => {
    const list = listed(TASKS)
    expect(planOf(editedList(list, editableText(list)))).toEqual({
      ...TASKS,
      tasks: TASKS.tasks.map((task, index) => ({ ...task, id: index + 1 })),
    })
  })

  it("is changed line by line: dropped, moved, rewritten, added", () => {
    const edited = editedList(listed(TODOS), "3. check twice\n1. look\n# a remark\n- tell\n")
    expect(planOf(edited)).toEqual({
      todos: [
        { id: "3", content: "check twice", status: "pending" },
        { id: "1", content: "look", status: "pending" },
        { id: "4", content: "tell", status: "pending" },
      ],
    })
    const tasks = editedList(listed(TASKS), '2. write_file {"path":"c.txt","content":"x"}\n- list_files')
    expect(planOf(tasks)).toMatchObject({
      tasks: [
        { id: 2, arguments: { path: "c.txt" }, depends_on: [] },
        { id: 3, tool: "list_files", arguments: {} },
      ],
    })
  })

  it("is changed by words", () => {
    const list = listed(TODOS)
    expect(contents(changedBy(list, "drop 2"))).toEqual(["look", "check"])
    expect(contents(changedBy(list, "move 3 1"))).toEqual(["check", "look", "write"])
    expect(contents(changedBy(list, "change 1 look twice"))).toEqual(["look twice", "write", "check"])
    expect(contents(changedBy(list, "add tell"))).toEqual(["look", "write", "check", "tell"])
  })

  it.each(["drop", "drop 9", "move 1 9", "change 1", "sing"])("says what can be typed to %s", (words) => {
    expect(() => changedBy(listed(TODOS), words)).toThrow(/say drop 2/)
  })

  it("refuses lines that say nothing clear", () => {
    expect(() => editedList(listed(TODOS), "9. what")).toThrow("there is no line 9")
    expect(() => editedList(listed(TODOS), "A small project.")).toThrow("begins with its number")
    expect(() => editedList(listed(TODOS), "1. a\n1. b")).toThrow("line 2")
    expect(() => editedList(listed(TASKS), "1. read_file path=a")).toThrow("arguments are expected")
  })
})
