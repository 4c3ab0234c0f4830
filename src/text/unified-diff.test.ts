import { describe, expect, it } from "vitest"
import { readDiff } from "./unified-diff.ts"

const TEXT = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -8,3 +8,2 @@ function f() {
 same
-old
--- not a file
+new
diff --git a/b.txt b/b.txt
new file mode 100644
--- /dev/null
+++ b/b.txt
@@ -0,0 +1 @@
+only
\\ No newline at end of file
diff --git a/p.png b/p.png
Binary files a/p.png and b/p.png differ
`

describe("a unified diff", () => {
  it("is read file by file, with the numbers of its lines", () => {
    const files = readDiff(TEXT)
    expect(files.map(({ path, how, added, dropped, note }) => [path, how, added, dropped, note])).toEqual([
      ["src/a.ts", "changed", 1, 2, ""],
      ["b.txt", "new", 1, 0, ""],
      ["p.png", "changed", 0, 0, "Binary files a/p.png and b/p.png differ"],
    ])
    expect(files[0]?.hunks[0]?.lines).toEqual([
      { kind: "same", text: "same", before: 8, after: 8, at: 6 },
      { kind: "drop", text: "old", before: 9, after: null, at: 7 },
      { kind: "drop", text: "-- not a file", before: 10, after: null, at: 8 },
      { kind: "add", text: "new", before: null, after: 9, at: 9 },
    ])
  })

  it("needs no git, and what is none has no files", () => {
    expect(readDiff("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b").map(({ path }) => path)).toEqual(["x"])
    expect(readDiff("rm -rf /")).toEqual([])
    const bare = "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n"
    expect(readDiff(bare).map(({ path, how }) => [path, how])).toEqual([
      ["x", "new"],
      ["y", "deleted"],
    ])
  })
})
