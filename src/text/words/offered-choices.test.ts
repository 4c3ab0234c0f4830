import { expect, it } from "vitest"
import { choicesIn } from "./offered-choices.ts"

it.each([
  ["Which one (JWT, sessions or both)?", ["JWT", "sessions", "both"]],
  ["Which one? (e.g. JWT, or sessions)", ["JWT", "sessions"]],
  ["In which style? [tabs | two blanks]", ["tabs", "two blanks"]],
  ["Shall old files go (yes/no)?", ["yes", "no"]],
  ["用哪种方式（JWT、会话或两者）？", ["JWT", "会话", "两者"]],
  ["Which file (src/auth/login.ts)?", []],
  ["Who uses it (we have Node, npm)?", []],
  ["How friendly?", []],
  ["Which (a or a)?", []],
])("%s", (question, choices) => expect(choicesIn(question)).toEqual(choices))
