import { literal } from "../guards/front-door.ts"
import { complete, plan, ring, say, task, unfinished } from "./lines.ts"
import type { Scenario } from "./play.ts"

/* How the tasks of a plan are carried out: results that are used, patches over several files. */

export const usedResults: Scenario = {
  ...literal({
    "phase-1/round-1/plan/try-1": say(
      "plan_tool_call",
      plan(
        task("read_file", { path: "data.json" }),
        task("write_file", { path: "copy.json", content: { $from: 1 } }),
        task("write_file", { path: { $from: 1, path: "target" }, content: { $from: 1, lines: "2-3" } }),
        ring("fails", { arguments: { name: "broken", fails: true } }),
        task("write_file", { path: "never.txt", content: { $from: 4 } }),
        task("write_file", { path: "nowhere.txt", content: { $from: 1, path: "no.such.place" } }),
      ),
    ),
    "phase-1/round-1/judge/try-1": say("judge_tasks", unfinished({ failed_tasks: [4], next_action: "replan" })),
    "phase-1/round-2/plan/try-1": say(
      "plan_tool_call",
      plan(ring("", { arguments: { name: { $from: 1, path: "target" } } })),
    ),
    "phase-1/round-2/judge/try-1": say("judge_tasks", complete([2, 7])),
  }),
  name: "results of earlier tasks stand in arguments",
  files: { "data.json": '{\n  "target": "made.txt",\n  "size": 3\n}\n' },
}

const PATCH = `--- a/one.txt
+++ b/one.txt
@@ -1 +1 @@
-one
+1
--- a/two.txt
+++ b/two.txt
@@ -1 +1 @@
-two
+2
diff --git a/three.txt b/drei.txt
rename from three.txt
rename to drei.txt
--- a/three.txt
+++ b/drei.txt
@@ -1 +1 @@
-three
+3
`

export const patched: Scenario = {
  ...literal({
    "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(task("apply_patch", { patch: PATCH }))),
    "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
  }),
  name: "a patch over several files",
  files: { "one.txt": "one\n", "two.txt": "two\n", "three.txt": "three\n" },
}

export const EXECUTION_SCENARIOS = [usedResults, patched]
