import { execFileSync } from "node:child_process"
import { readdir, readFile as readText, stat, symlink, writeFile as writeBytes } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { type Fixture, makeFixture } from "../../../test/support/tool-fixture.ts"
import { contentHash } from "../content-hash.ts"
import { ToolFailure } from "../tool.ts"
import { applyPatch } from "./apply-patch.ts"

const FILES = {
  "a.ts": "one\ntwo\nthree\nfour\nfive\n",
  "b.ts": "alpha\nbeta\n",
  "gone.ts": "bye\n",
  "old name.ts": "kept\nline\n",
}

const SEVERAL = `Here is what I would change.

diff --git a/a.ts b/a.ts
index 111..222 100644
--- a/a.ts
+++ b/a.ts
@@ -1,3 +1,3 @@
 one
-two
+2
 three
@@ -4,2 +4,3 @@ five follows
 four
+four and a half
 five
diff --git a/new/deep.ts b/new/deep.ts
new file mode 100755
--- /dev/null
+++ b/new/deep.ts
@@ -0,0 +1,2 @@
+#!/bin/sh
+true
diff --git a/gone.ts b/gone.ts
deleted file mode 100644
--- a/gone.ts
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git a/old name.ts b/new name.ts
similarity index 60%
rename from old name.ts
rename to new name.ts
--- a/old name.ts
+++ b/new name.ts
@@ -1,2 +1,2 @@
 kept
-line
+LINE
`

const read = (fixture: Fixture, name: string) => readText(fixture.path(name), "utf8")
const patch = (fixture: Fixture, text: string) => fixture.run(applyPatch, { patch: text })
const change = (name: string, hunk: string) => `--- a/${name}\n+++ b/${name}\n${hunk}`

describe("apply_patch", () => {
  it("changes, makes, removes and renames in one go", async () => {
    await using fixture = await makeFixture(FILES)
    const prepared = await fixture.prepare(applyPatch, { patch: SEVERAL })
    expect(await readdir(fixture.workspace.root)).toEqual(Object.keys(FILES))
    expect(prepared.changes.map(({ path }) => path)).toEqual([
      "a.ts",
      "new/deep.ts",
      "gone.ts",
      "old name.ts",
      "new name.ts",
    ])
    expect(prepared.changes[2]).toEqual({ path: "gone.ts", before: contentHash("bye\n"), after: null })
    expect(prepared.output).toBe(
      "Patched 4 files: a.ts (2 hunks), new/deep.ts (new), gone.ts (removed), old name.ts → new name.ts.",
    )
    expect(prepared.preview).toContain("--- a/gone.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-bye\n")
    await prepared.apply()
    expect(await read(fixture, "a.ts")).toBe("one\n2\nthree\nfour\nfour and a half\nfive\n")
    expect((await stat(fixture.path("new/deep.ts"))).mode & 0o111).toBe(0o111 & ~process.umask())
    expect(await read(fixture, "new name.ts")).toBe("kept\nLINE\n")
    expect((await readdir(fixture.workspace.root)).sort()).toEqual(["a.ts", "b.ts", "new", "new name.ts"])
  })

  it("tells files apart, whatever headers they have", async () => {
    await using fixture = await makeFixture(FILES)
    const rename = "diff --git a/a.ts b/z.ts\nrename from a.ts\nrename to z.ts\n"
    await patch(
      fixture,
      `${rename}--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n${change("b.ts", "@@ -1 +1 @@\n-alpha\n+a\n")}`,
    )
    expect((await readdir(fixture.workspace.root)).sort()).toEqual(["b.ts", "old name.ts", "z.ts"])
    expect(await read(fixture, "b.ts")).toBe("a\nbeta\n")
  })

  it("names what it touches, for order and scope", () => {
    expect(applyPatch.paths?.({ patch: SEVERAL })).toEqual([
      "a.ts",
      "new/deep.ts",
      "gone.ts",
      "old name.ts",
      "new name.ts",
    ])
    expect(applyPatch.title?.({ patch: change("b.ts", "@@ -1 +1 @@\n-alpha\n+a\n") })).toBe("Patch b.ts")
  })

  it("changes nothing where one file doesn't fit", async () => {
    await using fixture = await makeFixture(FILES)
    const broken = `${change("b.ts", "@@ -1,2 +1,2 @@\n alpha\n-beta\n+b\n")}${change("a.ts", "@@ -1,2 +1,2 @@\n one\n-zwei\n+2\n")}`
    expect(await fixture.fail(applyPatch, { patch: broken })).toBe(
      'Hunk 1 is not in "a.ts"; the nearest match:\n1| one\n2| two',
    )
    expect(await read(fixture, "b.ts")).toBe(FILES["b.ts"])
  })

  it("takes everything back where the disk fails half-way", async ({ skip }) => {
    await using fixture = await makeFixture({ ...FILES, "locked/x.ts": "x\n" })
    const text = `${change("b.ts", "@@ -1 +1 @@\n-alpha\n+a\n")}--- a/locked/x.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`
    const prepared = await fixture.prepare(applyPatch, { patch: text })
    const lock = lockFolder(fixture.path("locked"))
    if (!lock) return skip("Here a folder can't be locked.")
    try {
      await expect(prepared.apply()).rejects.toThrow(ToolFailure)
    } finally {
      lock.open()
    }
    expect(await read(fixture, "b.ts")).toBe(FILES["b.ts"])
    expect(await read(fixture, "locked/x.ts")).toBe("x\n")
    expect(await readdir(fixture.workspace.root)).not.toContainEqual(expect.stringContaining(".keelson"))
  })

  it("completes what a crash left half done, and only that", async () => {
    await using fixture = await makeFixture(FILES)
    const whole = await fixture.prepare(applyPatch, { patch: SEVERAL })
    await writeBytes(fixture.path("new name.ts"), "kept\nLINE\n")
    const context = { workspace: fixture.workspace, signal: new AbortController().signal, report: () => {} }
    const rest = await (applyPatch.repeat === "check"
      ? applyPatch.complete?.({ patch: SEVERAL }, context, ["new name.ts"])
      : undefined)
    expect(rest?.changes).toEqual(whole.changes.filter(({ path }) => path !== "new name.ts"))
    await rest?.apply()
    expect((await readdir(fixture.workspace.root)).sort()).toEqual(["a.ts", "b.ts", "new", "new name.ts"])
  })
})

/** Nothing can be removed from the folder until it is opened again; root needs more than a mode for that. */
function lockFolder(path: string): { open(): void } | undefined {
  const isRoot = process.getuid?.() === 0
  const lock = (flag: string, mode: string) =>
    execFileSync(isRoot ? "chattr" : "chmod", [isRoot ? flag : mode, path], { stdio: "ignore" })
  try {
    lock("+i", "555")
    return { open: () => void lock("-i", "755") }
  } catch {
    return undefined
  }
}

describe("a hunk", () => {
  const repeated = { "r.ts": "x\ny\n\nx\ny\n\nx\ny\n" }

  it("may have moved, if it fits in one place only", async () => {
    await using fixture = await makeFixture({ "m.ts": "new\nlines\none\ntwo\nthree\n", ...repeated })
    expect(await patch(fixture, change("m.ts", "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"))).toBe(
      "Patched 1 file: m.ts (1 hunk).\nm.ts: hunk 1 fitted 2 lines further down.",
    )
    expect(await read(fixture, "m.ts")).toBe("new\nlines\none\n2\nthree\n")
    const hunk = (start: string) => fixture.fail(applyPatch, { patch: change("r.ts", `@@${start}\n x\n-y\n+z\n`) })
    expect(await hunk(" -2,2 +2,2 @@")).toBe('Hunk 1 fits in "r.ts" 3 times, at lines 1, 4, 7; add lines around it.')
    expect(await hunk("")).toContain("3 times")
    expect(await patch(fixture, change("r.ts", "@@ -4,2 +4,2 @@\n x\n-y\n+z\n"))).toContain("Patched")
    expect(await read(fixture, "r.ts")).toBe("x\ny\n\nx\nz\n\nx\ny\n")
  })

  it("may have other lines around it, if it fits in one place only", async () => {
    await using fixture = await makeFixture({ "f.ts": "HEAD\nalpha\nold\nomega\nTAIL\n" })
    const hunk = "@@ -1,5 +1,5 @@\n head\n alpha\n-old\n+new\n omega\n tail\n"
    expect(await patch(fixture, change("f.ts", hunk))).toContain("hunk 1 fitted although lines around it differ")
    expect(await read(fixture, "f.ts")).toBe("HEAD\nalpha\nnew\nomega\nTAIL\n")
    expect(await fixture.fail(applyPatch, { patch: change("f.ts", "@@ -1,2 +1,3 @@\n q1\n+added\n q2\n") })).toContain(
      "Hunk 1",
    )
  })

  it("is taken by its lines, whatever its header counts, and with empty lines that lost their space", async () => {
    await using fixture = await makeFixture({ "c.ts": "a\n\nb\nc\n" })
    await patch(fixture, `\`\`\`diff\n${change("c.ts", "@@ -1,9 +1,7 @@\n a\n\n-b\n+B\n c\n")}\n\`\`\``)
    expect(await read(fixture, "c.ts")).toBe("a\n\nB\nc\n")
  })

  it("without context goes where its header says", async () => {
    await using fixture = await makeFixture({ "c.ts": "a\nb\n" })
    await patch(fixture, change("c.ts", "@@ -1,0 +2,1 @@\n+between\n"))
    expect(await read(fixture, "c.ts")).toBe("a\nbetween\nb\n")
    expect(await fixture.fail(applyPatch, { patch: change("c.ts", "@@\n+where\n") })).toContain("no line of the file")
  })

  it("keeps line ends, the byte order mark and how the file ends", async () => {
    await using fixture = await makeFixture({ "w.ts": "\uFEFFa\r\nb\r\nc", "n.ts": "a\nb", "t.ts": "a\nb\n" })
    await patch(fixture, change("w.ts", "@@ -1,3 +1,4 @@\n a\n-b\n+B\n+B2\n c\n"))
    expect(await read(fixture, "w.ts")).toBe("\uFEFFa\r\nB\r\nB2\r\nc")
    await patch(fixture, change("n.ts", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n"))
    expect(await read(fixture, "n.ts")).toBe("a\nB")
    await patch(fixture, change("n.ts", "@@ -1,2 +1,2 @@\n a\n-B\n\\ No newline at end of file\n+b\n"))
    expect(await read(fixture, "n.ts")).toBe("a\nb\n")
    await patch(
      fixture,
      change("t.ts", "@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+B\r\n\\ No newline at end of file\r\n").replaceAll(
        ".ts\n",
        ".ts\r\n",
      ),
    )
    expect(await read(fixture, "t.ts")).toBe("a\nB")
  })
})

describe("names in a patch", () => {
  it.each([
    ["../out.ts", "without"],
    ["/etc/passwd", "without"],
    ["src/../../out.ts", "without"],
    [".git/hooks/pre-commit", "git's own"],
    [".env", "off limits"],
    ["link/x.ts", "symbolic link"],
  ])("are confined: %s", async (name, reason) => {
    await using fixture = await makeFixture()
    await symlink(fixture.outside, fixture.path("link"))
    for (const to of [`b/${name}`, name]) {
      const text = `--- /dev/null\n+++ ${to}\n@@ -0,0 +1 @@\n+x\n`
      expect(await fixture.fail(applyPatch, { patch: text })).toContain(reason)
    }
    expect(await readdir(fixture.outside)).toEqual(["secret.txt"])
  })

  it("may be quoted, dated or without prefixes", async () => {
    await using fixture = await makeFixture({ "über.ts": "a\n", "a/x.ts": "a\n", "p.ts": "a\n" })
    await patch(fixture, '--- "a/\\303\\274ber.ts"\n+++ "b/\\303\\274ber.ts"\n@@ -1 +1 @@\n-a\n+b\n')
    await patch(fixture, "--- a/x.ts\n+++ a/x.ts\n@@ -1 +1 @@\n-a\n+b\n")
    await patch(fixture, "Index: p.ts\n===\n--- p.ts\t2026-01-01\n+++ p.ts\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n")
    for (const name of ["über.ts", "a/x.ts", "p.ts"]) expect(await read(fixture, name)).toBe("b\n")
  })

  it.each([
    ["nothing to read", "just words", "no file in the patch"],
    ["a file that is there", "--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+x\n", "exists already"],
    ["a file that is not there", change("c.ts", "@@ -1 +1 @@\n-a\n+b\n"), "does not exist"],
    ["an incomplete removal", "--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n", "not all of its lines"],
    ["no hunk", "--- a/a.ts\n+++ b/a.ts\n", "no hunk"],
    ["a line outside", "--- a/a.ts\n+++ b/a.ts\n+x\n", "outside of a hunk"],
    ["a hidden rename", "--- a/a.ts\n+++ b/z.ts\n@@ -1 +1 @@\n-one\n+1\n", 'say "rename from"'],
    ["a link", "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n", "link"],
    ["a mode", "diff --git a/a.ts b/a.ts\nold mode 100644\nnew mode 100755\n", "chmod"],
    ["binary", "diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n", "binary"],
    [
      "an old name used again",
      "diff --git a/a.ts b/z.ts\nrename from a.ts\nrename to z.ts\ndiff --git a/a.ts b/a.ts\nnew file mode 100644\n--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1 @@\n+x\n",
      "in two patches",
    ],
  ])("are refused with the reason: %s", async (_name, text, reason) => {
    await using fixture = await makeFixture(FILES)
    expect(await fixture.fail(applyPatch, { patch: text })).toContain(reason)
    expect(await read(fixture, "a.ts")).toBe(FILES["a.ts"])
  })
})
