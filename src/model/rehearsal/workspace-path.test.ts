import fc from "fast-check"
import { expect, test } from "vitest"
import { WorkspacePath } from "./workspace-path.ts"

test.each([
  ["/w/a", "/w/a", "$WORKSPACE"],
  ["/w/a/", "cd /w/a/src", "cd $WORKSPACE/src"],
  ["/w/a", "It is in /w/a.", "It is in $WORKSPACE."],
  ["/w/a", "file:///w/a/x", "file://$WORKSPACE/x"],
  ["/w/a", "/w/ab /w/a-b /w/a.bak /x/w/a", "/w/ab /w/a-b /w/a.bak /x/w/a"],
  ["/w/a", "$WORKSPACE", "$$WORKSPACE"],
  ["C:\\w\\a", "in C:\\w\\a\\x", "in $WORKSPACE\\x"],
])("in %s: %s", (workspace, text, hidden) => {
  expect(new WorkspacePath(workspace).hide(text)).toBe(hidden)
})

test("a path that JSON escapes is found in JSON", () => {
  const path = new WorkspacePath("C:\\w\\a")
  const hidden = path.hideInJson(JSON.stringify({ path: "C:\\w\\a\\x" }))
  expect(hidden).toBe('{"path":"$WORKSPACE\\\\x"}')
  expect(JSON.parse(new WorkspacePath('/q"/b').showInJson(hidden))).toEqual({ path: '/q"/b\\x' })
})

test("what is hidden can be shown again", () => {
  const piece = fc.constantFrom("/w/a", "$", "$WORKSPACE", "WORKSPACE", "/", ".", "b", " ", "\\n")
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = new WorkspacePath("/w/a")
      const text = pieces.join("")
      expect(path.show(path.hide(text))).toBe(text)
    }),
    { seed: 7, numRuns: 2000 },
  )
})
