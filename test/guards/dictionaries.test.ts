import { expect, it } from "vitest"
import { CONVERSATION_WORDS } from "../../src/cli/chat/words.ts"
import { EXTRA_WORDS } from "../../src/cli/extras/words.ts"
import { TOOL_WORDS } from "../../src/cli/fitting-tools.ts"
import { GO_ON_WORDS } from "../../src/cli/go-on.ts"
import { HELP_TOPICS } from "../../src/cli/help-topics.ts"
import { INPUT_WORDS } from "../../src/cli/piped-input.ts"
import { PLAN_WORDS } from "../../src/cli/plan/words.ts"
import { PROMPT_WORDS } from "../../src/cli/prompt/words.ts"
import { CHANGE_WORDS } from "../../src/cli/render/change-lines.ts"
import { SHELL_WORDS } from "../../src/cli/render/message.ts"
import { TREE_WORDS } from "../../src/cli/render/tree-words.ts"
import { SETUP_WORDS } from "../../src/cli/setup/words.ts"
import { REPORT_WORDS } from "../../src/report/words.ts"
import { CHAT_WORDS } from "../../src/server/chat/question-text.ts"
import { PROGRESS_WORDS } from "../../src/server/progress-line.ts"
import { CALL_WORDS } from "../../src/text/call-progress.ts"
import type { Dictionary } from "../../src/text/dictionary.ts"
import { NETWORK_WORDS } from "../../src/text/network-question.ts"
import { REFLECTION_WORDS } from "../../src/text/reflection-words.ts"
import { RISK_WORDS } from "../../src/text/risk-words.ts"
import { RUN_LATER_WORDS } from "../../src/text/run-later.ts"
import { STEP_WORDS } from "../../src/text/step-words.ts"
import { FAULT_WORDS, ISSUE_WORDS, JSON_WORDS, TITLE_WORDS, TOLD_WORDS, UNDO_WORDS } from "../../src/text/told-words.ts"
import { AGE_WORDS } from "../../src/text/units.ts"
import { WORDS } from "../../src/text/words.ts"
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
