import { expect, it } from "vitest"
import { EXTRA_WORDS } from "../../src/cli/extras/words.ts"
import { HELP_TOPICS } from "../../src/cli/program/help-topics.ts"
import { CHANGE_WORDS } from "../../src/cli/render/change-lines.ts"
import { SHELL_WORDS } from "../../src/cli/render/message.ts"
import { GO_ON_WORDS } from "../../src/cli/runs/raise-limits.ts"
import { SETUP_WORDS } from "../../src/cli/setup/words.ts"
import { INPUT_WORDS } from "../../src/cli/terminal/piped-input.ts"
import { CONVERSATION_WORDS } from "../../src/cli/words/chat-words.ts"
import { PLAN_WORDS } from "../../src/cli/words/plan-words.ts"
import { PROMPT_WORDS } from "../../src/cli/words/prompt-words.ts"
import { TREE_WORDS } from "../../src/cli/words/tree-words.ts"
import { TOOL_WORDS } from "../../src/host/tools/fitting-tools.ts"
import { REPORT_WORDS } from "../../src/report/words.ts"
import { CHAT_WORDS } from "../../src/server/chat/question-text.ts"
import { PROGRESS_WORDS } from "../../src/server/observing/progress-line.ts"
import { CALL_WORDS } from "../../src/text/words/call-progress.ts"
import type { Dictionary } from "../../src/text/words/dictionary.ts"
import { NETWORK_WORDS } from "../../src/text/words/network-question.ts"
import { REFLECTION_WORDS } from "../../src/text/words/reflection-words.ts"
import {
  FAULT_WORDS,
  ISSUE_WORDS,
  JSON_WORDS,
  TITLE_WORDS,
  TOLD_WORDS,
  UNDO_WORDS,
} from "../../src/text/words/refusal-words.ts"
import { RISK_WORDS } from "../../src/text/words/risk-words.ts"
import { RUN_LATER_WORDS } from "../../src/text/words/run-later.ts"
import { STEP_WORDS } from "../../src/text/words/step-words.ts"
import { AGE_WORDS } from "../../src/text/words/units.ts"
import { WORDS } from "../../src/text/words/words.ts"
import { CHART_WORDS } from "../../src/tools/charts/words.ts"

const gaps = (text: string) => text.split("{}").length - 1

it.each<[string, Dictionary]>([
  ["the engine's", WORDS],
  ["stepwise's", STEP_WORDS],
  ["reflection's", REFLECTION_WORDS],
  ["a report's", REPORT_WORDS],
  ["the shell's", SHELL_WORDS],
  ["going on", GO_ON_WORDS],
  ["help's", HELP_TOPICS],
  ["a conversation's", CONVERSATION_WORDS],
  ["changes'", CHANGE_WORDS],
  ["the live tree's", TREE_WORDS],
  ["a plan's", PLAN_WORDS],
  ["questions'", PROMPT_WORDS],
  ["tools'", TOOL_WORDS],
  ["extras'", EXTRA_WORDS],
  ["set-up's", SETUP_WORDS],
  ["standard input's", INPUT_WORDS],
  ["a chat's", CHAT_WORDS],
  ["the network's", NETWORK_WORDS],
  ["progress's", PROGRESS_WORDS],
  ["a call's", CALL_WORDS],
  ["ages", AGE_WORDS],
  ["a chart's", CHART_WORDS],
  ["of refusals", TOLD_WORDS],
  ["of titles", TITLE_WORDS],
  ["of risks", RISK_WORDS],
  ["of files that run later", RUN_LATER_WORDS],
  ["of issues", ISSUE_WORDS],
  ["of faults", FAULT_WORDS],
  ["of JSON", JSON_WORDS],
  ["of undo", UNDO_WORDS],
])("%s words are all said in both languages, with as many gaps", (_whose, words) => {
  for (const [name, [english, chinese]] of Object.entries(words)) {
    expect(english.trim(), name).not.toBe("")
    expect(chinese, name).toMatch(/\p{Script=Han}/u)
    expect(gaps(chinese), name).toBe(gaps(english))
  }
})
