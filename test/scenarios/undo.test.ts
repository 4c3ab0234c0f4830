import { readFileSync, writeFileSync } from "node:fs"
import { chmod, lstat, mkdir, readFile, symlink } from "node:fs/promises"
import { expect, test, vi } from "vitest"
import type { Lease, NewEntry, RunStore } from "../../src/journal/run-store.ts"
import { StoreUnusableError } from "../../src/journal/store-error.ts"
import { git, pictureOf, script, shell, undoPlace, writing } from "./undo-place.ts"

const RENAMING = `diff --git a/moved-by-patch.txt b/patched.txt
rename from moved-by-patch.txt
rename to patched.txt
--- a/moved-by-patch.txt
+++ b/patched.txt
@@ -1 +1 @@
-moved by a patch
+moved by a patch, and changed
`

test("after an undo exactly the run's changes are gone, in a repository with uncommitted work; redo brings them back", async () => {
  await using place = await undoPlace({
    ".gitignore": "*.log\nout/\n",
    "kept.txt": "kept\n",
    "edited.txt": "one\ntwo\n",
    "deleted.txt": "to be deleted\n",
    "moved by shell.txt": "moved by a command\n",
    "moved-by-patch.txt": "moved by a patch\n",
    "crlf.txt": "a\r\nb\r\n",
    "dir/名前 と\nline.txt": "a name with everything\n",
    "script.sh": "echo hi\n",
    "private.txt": "for me alone\n",
  })
  const { root } = place
  await place.write("binary.bin", new Uint8Array([0, 255, 13, 10, 0, 1]))
  await symlink("kept.txt", place.path("link"))
  await chmod(place.path("private.txt"), 0o600)
  await mkdir(place.path("empty/inside"), { recursive: true })
  git(root, "init", "-q")
  git(root, "add", "-A")
  git(root, "commit", "-q", "-m", "base")
  await place.write("kept.txt", "changed by the user, not staged\n")
  await place.write("staged.txt", "staged by the user\n")
  git(root, "add", "staged.txt")
  await place.write("untracked.txt", "not known to git\n")
  await place.write("debug.log", "ignored\n")
  await place.write("out/built.js", "ignored too\n")
  const before = await pictureOf(root)
  const repository = () => [
    git(root, "status", "--porcelain"),
    git(root, "rev-parse", "HEAD"),
    git(root, "ls-files", "--stage"),
    git(root, "stash", "list"),
  ]
  const known = repository()

  const id = await place.run(
    [writing("made/deep/new.txt", "made\n"), writing("edited.txt", "one\n2\n"), writing("staged.txt", "rewritten\n")],
    [
      shell(
        [
          "rm deleted.txt link",
          "mv 'moved by shell.txt' moved.txt",
          "printf 'x\\r\\n' >> crlf.txt",
          "rm -r dir empty private.txt",
          "printf '\\0\\1' > binary.bin",
          "chmod 755 script.sh",
          "ln -s script.sh link2",
          "mkdir -p hollow/inside",
          "printf more >> untracked.txt",
          "mkdir -p 'made/with space' && printf '\\0' > 'made/with space/数据.bin'",
        ].join(" && "),
      ),
    ],
    [{ call: "apply_patch", input: { patch: RENAMING } }],
  )
  const after = await pictureOf(root)
  const afterwards = repository()
  expect(after).toMatchObject({
    "made/deep/new.txt": "644 made\n",
    link2: "link to script.sh",
    "hollow/inside": "folder",
  })
  expect(Object.keys(after)).toEqual(expect.arrayContaining(["moved.txt", "patched.txt"]))
  expect(Object.keys(after)).not.toContain("deleted.txt")

  const agent = await place.agent()
  const report = await agent.undo(id)
  expect(await pictureOf(root)).toEqual(before)
  expect(repository()).toEqual(known)
  expect(report).toMatchObject({ run_id: id, undo: "undo-1#undo.made", conflicts: [] })
  expect(report.files).toEqual(
    expect.arrayContaining([
      { path: "deleted.txt", deed: "restored" },
      { path: "edited.txt", deed: "changed back" },
      { path: "made/deep/new.txt", deed: "removed" },
    ]),
  )

  expect(await agent.undo(id)).toMatchObject({ undo: null, files: [], conflicts: [] })
  const redone = await agent.undo(id, { redo: true })
  expect(await pictureOf(root)).toEqual(after)
  expect(repository()).toEqual(afterwards)
  expect(redone).toMatchObject({ undo: "undo-2#undo.made", stages: report.stages })
  await expect(agent.undo(id, { redo: true })).rejects.toThrow("no undo that could be taken back")
  await agent.undo(id)
  expect(await pictureOf(root)).toEqual(before)
})

test("it works without git in the workspace, and touches no file that the run did not change", async () => {
  await using place = await undoPlace({ "a.txt": "a", "b.txt": "b", "sub/c.txt": "c" })
  const id = await place.run([writing("a.txt", "changed")])
  const identity = async (name: string) => {
    const { ino, mtimeNs, ctimeNs } = await lstat(place.path(name), { bigint: true })
    return [ino, mtimeNs, ctimeNs]
  }
  const known = [await identity("b.txt"), await identity("sub/c.txt"), await identity("sub")]
  await (await place.agent()).undo(id)
  expect(await readFile(place.path("a.txt"), "utf8")).toBe("a")
  expect([await identity("b.txt"), await identity("sub/c.txt"), await identity("sub")]).toEqual(known)
})

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`)
const withLine = (lines: readonly string[], number: number, text: string) =>
  lines.map((line, index) => (index === number - 1 ? text : line))

test("what somebody changed since stays: merged where it can be told apart, else left alone; --force overwrites", async () => {
  await using place = await undoPlace({ "merges.txt": LINES.join(""), "clashes.txt": "old\n", "gone.txt": "old\n" })
  const id = await place.run([
    writing("merges.txt", withLine(LINES, 2, "the run's\n").join("")),
    writing("clashes.txt", "the run's\n"),
    writing("made.txt", "the run's\n"),
  ])
  const agent = await place.agent()
  await place.write("merges.txt", withLine(withLine(LINES, 2, "the run's\n"), 18, "the user's\n").join(""))
  await place.write("clashes.txt", "the user's\n")
  await place.write("made.txt", "the user's\n")
  const report = await agent.undo(id)
  expect(report.files).toEqual([{ path: "merges.txt", deed: "merged" }])
  expect(report.conflicts).toEqual([
    { path: "clashes.txt", reason: "it was changed since" },
    { path: "made.txt", reason: "it was changed since" },
  ])
  expect(await pictureOf(place.root)).toEqual({
    "merges.txt": `644 ${withLine(LINES, 18, "the user's\n").join("")}`,
    "clashes.txt": "644 the user's\n",
    "made.txt": "644 the user's\n",
    "gone.txt": "644 old\n",
  })

  const forced = await agent.undo(id, { force: true })
  expect(forced.files).toEqual([
    { path: "clashes.txt", deed: "changed back" },
    { path: "made.txt", deed: "removed" },
    { path: "merges.txt", deed: "changed back" },
  ])
  await agent.undo(id, { redo: true })
  expect(await readFile(place.path("clashes.txt"), "utf8")).toBe("the user's\n")
})

test("one round alone, or one and all after it, can be taken back; a round that is not there is named", async () => {
  await using place = await undoPlace({ "a.txt": "0" })
  const id = await place.run([writing("a.txt", "1")], [writing("b.txt", "2")], [writing("c.txt", "3")])
  const agent = await place.agent()
  expect(await agent.undo(id, { round: "turn-2" })).toMatchObject({ stages: ["turn-2"] })
  expect(await pictureOf(place.root)).toEqual({ "a.txt": "644 1", "c.txt": "644 3" })
  await agent.undo(id, { redo: true })
  expect(await agent.undo(id, { to: "turn-2" })).toMatchObject({ stages: ["turn-2", "turn-3"] })
  expect(await pictureOf(place.root)).toEqual({ "a.txt": "644 1" })
  await agent.undo(id)
  expect(await pictureOf(place.root)).toEqual({ "a.txt": "644 0" })
  await expect(agent.undo(id, { round: "turn-9" })).rejects.toThrow(
    `Run ${id} has no round "turn-9". Those that may have written: turn-1, turn-2, turn-3.`,
  )
})

test("one file alone can be taken back: a folder that the run emptied elsewhere stays as it left it", async () => {
  await using place = await undoPlace({ "prices.txt": "1", "legacy/old.txt": "old" })
  const id = await place.run([writing("prices.txt", "2")], [shell("rm legacy/old.txt")])
  const agent = await place.agent()
  const left = await pictureOf(place.root)
  expect(await agent.undo(id, { file: "prices.txt", preview: true })).toMatchObject({
    files: [{ path: "prices.txt", deed: "changed back" }],
  })
  await agent.undo(id, { file: "prices.txt" })
  expect(await pictureOf(place.root)).toEqual({ ...left, "prices.txt": "644 1" })
  await agent.undo(id, { file: "legacy/old.txt" })
  expect(await pictureOf(place.root)).toEqual({ ...left, "prices.txt": "644 1", "legacy/old.txt": "644 old" })
})

test("what the user changed between two rounds is not the run's, though it is in the same file", async () => {
  await using place = await undoPlace({ "a.txt": LINES.join("") })
  const lines = script([[writing("a.txt", withLine(LINES, 2, "the run's\n").join(""))]])
  const agent = await place.agent({
    ...lines,
    "turn-2/reply": () => {
      const text = readFileSync(place.path("a.txt"), "utf8")
      writeFileSync(place.path("a.txt"), text.replace("line 10\n", "the user's\n"))
      return shell("echo 'the run again' >> a.txt")
    },
    "turn-3/reply": { call: "task_done", input: { summary: "Done." } },
  })
  const { run_id } = await agent.run("Do it.")
  expect(await agent.undo(run_id)).toMatchObject({ conflicts: [], stages: ["turn-1", "turn-2"] })
  expect(await pictureOf(place.root)).toEqual({ "a.txt": `644 ${withLine(LINES, 10, "the user's\n").join("")}` })
})

test("the diff of a run is that of its rounds; ignored and huge files are no part of it", async () => {
  await using place = await undoPlace({ "a.txt": "old\n", ".gitignore": "*.log\n" })
  const id = await place.run([writing("a.txt", "new\n")], [shell("echo x > big.log; truncate -s 21M huge.bin")])
  const agent = await place.agent()
  expect(await agent.diff(id)).toContain("--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n")
  expect(await agent.diff(id)).not.toMatch(/huge|big/)
  expect(await agent.diff(id, { round: "turn-2" })).toBe("")
  expect(await agent.diff(id, { form: "stat" })).toContain("1 file changed")
  expect(await agent.undo(id)).toMatchObject({ left_out: [{ path: "huge.bin", reason: "too large" }] })
})

test("a run that wrote nothing has nothing to undo, and without checkpoints there is none", async () => {
  await using place = await undoPlace({ "a.txt": "a" })
  const agent = await place.agent(script([[{ call: "read_file", input: { path: "a.txt" } }]]))
  const { run_id } = await agent.run("What is in a.txt?")
  expect(await agent.undo(run_id)).toEqual({
    run_id,
    undo: null,
    stages: [],
    files: [],
    conflicts: [],
    left_out: [],
  })
})

test("a round that was cancelled is taken back as a whole, commands included", async () => {
  await using place = await undoPlace({ "a.txt": "old" })
  const agent = await place.agent(script([[writing("a.txt", "new")], [writing("b.txt", "made"), shell(ENDLESS)]]))
  const run = await agent.start("Do it.")
  run.onLive((event) => {
    if (event.type === "tool.progress" && event.text.includes("ready")) run.cancel()
  })
  expect(await run.result).toMatchObject({ outcome: "cancelled" })
  expect(await agent.undo(run.id)).toMatchObject({ stages: ["turn-1", "turn-2"], conflicts: [] })
  expect(await pictureOf(place.root)).toEqual({ "a.txt": "644 old" })
})

test("of a round that the process died in, what its tools are known to have written is taken back; the rest only by force", async () => {
  await using place = await undoPlace({ "a.txt": "old" })
  const lines = script([[writing("b.txt", "made"), shell("echo half > c.txt")]])
  const dying = diesBefore(place.store, "turn-1/after#checkpoint.made")
  const first = await place.agent(lines, { store: dying })
  expect(await first.run("Do it.")).toMatchObject({ outcome: "failed", reason: expect.stringContaining("died") })
  const [header] = await place.store.listRuns()
  const agent = await place.agent(lines)
  const report = await agent.undo(header?.id ?? "")
  expect(report).toMatchObject({
    files: [{ path: "b.txt", deed: "removed" }],
    conflicts: [{ path: "c.txt", reason: expect.stringContaining("interrupted") }],
  })
  await agent.undo(header?.id ?? "", { force: true })
  expect(await pictureOf(place.root)).toEqual({ "a.txt": "644 old" })
})

/** A store that the process does not live to write this key to. */
function diesBefore(store: RunStore, key: string): RunStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === "append")
        return async (lease: Lease, entries: readonly NewEntry[]) => {
          if (!entries.some((entry) => entry.key === key)) return target.append(lease, entries)
          await target.release(lease)
          throw new StoreUnusableError("here", "the process died", "Start another.")
        }
      const value = Reflect.get(target, name)
      return typeof value === "function" ? value.bind(target) : value
    },
  })
}

test("what the user changes while a run waits for an answer stays the user's", async () => {
  await using place = await undoPlace({ "a.txt": "old", "mine.txt": "mine" })
  const agent = await place.agent(script([[writing("a.txt", "new"), shell("echo run > c.txt")]]), { approve: "edits" })
  const waiting = await agent.run("Do it.")
  expect(waiting.outcome).toBe("waiting")
  await place.write("mine.txt", "mine, and better")
  await agent.answer(waiting.run_id, { kind: "approval", decision: "allow" })
  const result = await (await agent.resume(waiting.run_id)).result
  expect(result.files.map(({ path }) => path)).toEqual(["a.txt", "c.txt"])
  await agent.undo(waiting.run_id)
  expect(await pictureOf(place.root)).toEqual({ "a.txt": "644 old", "mine.txt": "644 mine, and better" })
})

test("what tools write is taken back even where the workspace ignores it", async () => {
  await using place = await undoPlace({ ".gitignore": "*.secret\n", "old.secret": "before" })
  const id = await place.run([writing("old.secret", "after"), writing("new.secret", "made")])
  const agent = await place.agent()
  await agent.undo(id)
  expect(await pictureOf(place.root)).toEqual({ ".gitignore": "644 *.secret\n", "old.secret": "644 before" })
})

const ENDLESS = "echo half > c.txt; echo ready; sleep 600"

test("a run that is being carried out can't be undone, nor can another while it writes in the same folder", async () => {
  await using place = await undoPlace({ "a.txt": "old" })
  const earlier = await place.run([writing("b.txt", "new")])
  const agent = await place.agent(script([[writing("a.txt", "new")], [shell(ENDLESS)]]))
  const run = await agent.start("Do it.")
  const refusals = Promise.withResolvers<PromiseSettledResult<unknown>[]>()
  run.onLive((event) => {
    if (event.type !== "tool.progress") return
    refusals.resolve(Promise.allSettled([agent.undo(run.id), agent.undo(earlier)]))
  })
  expect(await refusals.promise).toMatchObject([
    { reason: { name: "RunBusyError" } },
    { reason: { name: "WorkspaceBusyError" } },
  ])
  await run.cancel()
  await run.result
  expect(await readFile(place.path("b.txt"), "utf8")).toBe("new")
  await agent.undo(earlier)
  await expect(readFile(place.path("b.txt"), "utf8")).rejects.toThrow("ENOENT")
})

test("a machine without git carries runs out as before, and says why there is no undo", async () => {
  await using place = await undoPlace({ "a.txt": "old" })
  const kept = await place.run([writing("a.txt", "new")])
  vi.stubEnv("PATH", place.root)
  try {
    const unkept = await place.run([writing("a.txt", "newer")])
    const agent = await place.agent()
    await expect(agent.undo(unkept)).rejects.toThrow("changed a.txt while no checkpoints were kept")
    await expect(agent.diff(unkept)).rejects.toThrow("changed a.txt while no checkpoints were kept")
    await expect(agent.undo(kept)).rejects.toThrow("Install git")
    expect(await readFile(place.path("a.txt"), "utf8")).toBe("newer")
  } finally {
    vi.unstubAllEnvs()
  }
})

test("a file that became a folder comes back, but not over what somebody else put there", async () => {
  await using place = await undoPlace({ thing: "a file", "other/inside": "a folder" })
  const id = await place.run([
    shell("rm thing && mkdir thing && echo x > thing/x && rm -r other && echo now a file > other"),
  ])
  const agent = await place.agent()
  const after = await pictureOf(place.root)
  await agent.undo(id)
  expect(await pictureOf(place.root)).toEqual({
    thing: "644 a file",
    other: "folder",
    "other/inside": "644 a folder",
  })
  await agent.undo(id, { redo: true })
  expect(await pictureOf(place.root)).toEqual(after)

  await place.write("thing/mine", "the user's")
  await place.write("other", "the user's")
  const { files, conflicts } = await agent.undo(id)
  expect(files).toEqual([{ path: "thing/x", deed: "removed" }])
  expect(conflicts).toEqual([
    { path: "other", reason: "it was changed since" },
    { path: "other/inside", reason: "something else is in its place now" },
    { path: "thing", reason: "something else is in its place now" },
  ])
  await agent.undo(id, { force: true })
  expect(await pictureOf(place.root)).toEqual({
    thing: "folder",
    "thing/mine": "644 the user's",
    other: "folder",
    "other/inside": "644 a folder",
  })
})
