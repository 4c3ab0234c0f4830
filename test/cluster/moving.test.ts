import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import { RunQueue } from "../../src/queue/run-queue.ts"
import type { ModelServer, ServerScript } from "../../src/testing/index.ts"
import { type ChatBody, call, hang, text } from "../../src/testing/server-reply.ts"
import { type Place, place } from "../cli/keelson.ts"
import { freshDatabase } from "./database.ts"
import { clusterOn } from "./processes.ts"
import { sql } from "./sql.ts"

const url = await freshDatabase()
const { worker, server } = clusterOn(url)

type Ask = (path: string, init?: RequestInit) => Promise<Response>
type Result = { readonly outcome: string; readonly reason: string; readonly delivered?: { readonly branch: string } }

const git = (folder: string, ...words: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", folder, ...words], {
    encoding: "utf8",
  })

/** A repository that nobody works in, with a folder of its own for the run and one beside it. */
function source(there: Place): string {
  const [draft, bare] = [join(there.root, "draft"), join(there.root, "source.git")]
  mkdirSync(join(draft, "app"), { recursive: true })
  mkdirSync(join(draft, "beside"))
  writeFileSync(join(draft, "app", "main.js"), "one\ntwo\nthree\n")
  writeFileSync(join(draft, "app", "old.txt"), "to be removed\n")
  writeFileSync(join(draft, "app", "picture.bin"), Buffer.from([0, 1, 2, 255]))
  writeFileSync(join(draft, "app", ".gitignore"), "ignored/\n")
  writeFileSync(join(draft, "AGENTS.md"), "Speak of the harbour.\n")
  writeFileSync(join(draft, "beside", "left.txt"), "alone\n")
  git(there.root, "init", "--quiet", "--initial-branch=main", draft)
  git(draft, "add", "-A")
  git(draft, "commit", "--quiet", "-m", "first")
  git(there.root, "clone", "--quiet", "--bare", draft, bare)
  return bare
}

const shell = (command: string) => call("run_in_terminal", { command })

/** What the run does, one call after the other; what comes next depends on what was done, and not on who asks. */
const WORK = [
  call("write_file", { path: "new/note.md", content: "# A note\n" }),
  shell(
    "printf 'untracked' > plain.txt && printf '#!/bin/sh\\n' > tool.sh && chmod 755 tool.sh && mkdir -p hollow && printf '\\000\\001' > made.bin && rm old.txt && ln -s main.js link && chmod 600 plain.txt",
  ),
  call("edit_file", { path: "main.js", old_text: "two", new_text: "zwei" }),
  call("write_file", { path: "after.md", content: "Afterwards.\n" }),
  shell("cat plain.txt >> after.md"),
]

const heard = ({ messages }: ChatBody) => messages.filter(({ role }) => role === "tool").length

/** `stopsAt`: the question at which it falls silent, until it is let go. */
function mind(stopsAt = Number.POSITIVE_INFINITY) {
  const reached = Promise.withResolvers<void>()
  let isHeld = true
  const script: ServerScript = (body) => {
    const done = heard(body)
    if (isHeld && done >= stopsAt) {
      reached.resolve()
      return hang()
    }
    return WORK[done] ?? text("The note is written.")
  }
  const letGo = () => {
    isHeld = false
  }
  return { script, reached: reached.promise, letGo }
}

async function started(ask: Ask, wish: object): Promise<string> {
  const reply = await ask("/api/runs", { method: "POST", body: JSON.stringify({ request: "Write a note", ...wish }) })
  expect(reply.status).toBe(201)
  return ((await reply.json()) as { run_id: string }).run_id
}

const resultOf = async (ask: Ask, id: string) =>
  ((await (await ask(`/api/runs/${id}`)).json()) as { result: Result }).result

async function until(ask: Ask, id: string, outcome: string): Promise<Result> {
  await expect.poll(async () => (await resultOf(ask, id)).outcome, { interval: 20 }).not.toBe("running")
  const result = await resultOf(ask, id)
  expect([result.outcome, result.reason]).toEqual([outcome, outcome === "done" ? "" : expect.any(String)])
  return result
}

async function delivered(ask: Ask, id: string): Promise<string> {
  await expect.poll(async () => (await resultOf(ask, id)).delivered?.branch, { interval: 20 }).toBe(`keelson/${id}`)
  return `keelson/${id}`
}

const patchOf = async (ask: Ask, id: string) => (await ask(`/api/runs/${id}/diff?form=patch`)).text()

async function opened(there: Place, bare: string, script: ServerScript, models: ModelServer[] = []): Promise<Ask> {
  const model = await there.serve(script)
  models.push(model)
  const words = [...there.modelAt(model), "--approve", "full", "--allow-source", bare]
  return (await server(there, words)).ask
}

/** Claims of a run that nobody disturbed. */
const BY_SERVER_AND_WORKER = 2

describe("a run with a source", () => {
  it("that loses its worker goes on elsewhere with its files: the same diff, the same branch", async () => {
    const [there, elsewhere] = [place(), place()]
    const bare = source(there)
    const models: ModelServer[] = []
    const wish = { source: `${bare}#main:app`, strategy: "react" }

    const whole = mind()
    const one = await opened(there, bare, whole.script, models)
    const first = worker(there)
    const undisturbed = await started(one, wish)
    await until(one, undisturbed, "done")
    await delivered(one, undisturbed)

    const broken = mind(3)
    const ask = await opened(there, bare, broken.script, models)
    const id = await started(ask, wish)
    await broken.reached
    first.process.kill("SIGKILL")
    await first.end
    broken.letGo()
    const second = worker(elsewhere)
    expect(await until(ask, id, "done")).toMatchObject({ outcome: "done" })
    const branch = await delivered(ask, id)

    const patch = await patchOf(ask, id)
    expect(patch).toBe(await patchOf(one, undisturbed))
    for (const line of ["+zwei", "+untracked", "deleted file", "new file mode 120000", "GIT binary patch"])
      expect(patch).toContain(line)
    // In the source there is the same, at its place, on top of what it had.
    const changed = git(bare, "diff", "--stat", `main..${branch}`)
    expect(changed).toBe(git(bare, "diff", "--stat", `main..keelson/${undisturbed}`))
    expect(git(bare, "show", `${branch}:app/after.md`)).toBe("Afterwards.\nuntracked")
    expect(git(bare, "ls-tree", "-r", "--name-only", branch).split("\n")).toContain("beside/left.txt")
    expect(git(bare, "rev-parse", `${branch}~1`)).toBe(git(bare, "rev-parse", "main"))

    // Only what differs from the source is in the database.
    const [row] = await sql(url, "SELECT bytes FROM keelson.folders WHERE run_id = $1", [id])
    expect(Number(row?.bytes)).toBeLessThan(20_000)
    for (const { requests } of models) expect(JSON.stringify(requests[0]?.body)).toContain("Speak of the harbour.")

    // A worker that died after the run's end and before its work was in the source: another leaves the same there.
    const commit = git(bare, "rev-parse", branch)
    git(bare, "branch", "-D", branch)
    await forget(id, "work.delivered")
    await sent(id)
    await expect.poll(() => git(bare, "branch", "--list", branch), { interval: 50 }).toContain(branch)
    expect(git(bare, "rev-parse", branch)).toBe(commit)
    // From a shell it is the same, and nothing of it stays with the worker.
    expect((await there.start(["diff", id, "--patch"], { KEELSON_DATABASE: url }).end).stdout).toBe(patch)
    second.process.kill("SIGTERM")
    await second.end
    expect(foldersIn(elsewhere)).toEqual([])
  })

  it("goes on beside others of the same source: each is claimed once, and no lock is left", async () => {
    const there = place()
    const bare = source(there)
    const ask = await opened(there, bare, mind().script)
    const wish = { source: `${bare}#main:app`, strategy: "react" }
    const ids = [await started(ask, wish), await started(ask, wish), await started(ask, wish)]
    // All three wait by now, so that the worker takes them together.
    worker(there)
    for (const id of ids) {
      await until(ask, id, "done")
      await delivered(ask, id)
    }
    const claims = await sql(url, "SELECT DISTINCT lease_token FROM keelson.runs WHERE id = ANY ($1)", [ids])
    expect(claims).toEqual([{ lease_token: BY_SERVER_AND_WORKER }])
    const left = () => sql(url, "SELECT 1 FROM keelson.workspace_locks WHERE run_id = ANY ($1)", [ids])
    await expect.poll(left, { interval: 20 }).toEqual([])
  })

  it("is refused where its source may not be used, and says where it can't be had", async () => {
    const there = place()
    const bare = source(there)
    const ask = await opened(there, bare, mind().script)
    const refused = async (wish: object) => {
      const reply = await ask("/api/runs", { method: "POST", body: JSON.stringify({ request: "Write", ...wish }) })
      return [reply.status, ((await reply.json()) as { error: { message: string } }).error.message]
    }
    expect(await (await ask("/api/settings")).json()).toMatchObject({ sources: [bare] })
    expect(await refused({ source: "https://ada:hunter2@example.org/team/repository.git" })).toEqual([
      400,
      expect.not.stringContaining("hunter2"),
    ])
    expect(await refused({ source: "ext::sh -c true" })).toEqual([400, expect.stringContaining("no repository")])
    expect(await refused({ source: `${bare}x#main` })).toEqual([403, expect.stringContaining("--allow-source")])
    expect(await refused({ source: `${bare}#main`, workspace: there.workspace })).toEqual([
      400,
      expect.stringContaining("not both"),
    ])
    expect(await sql(url, "SELECT 1 FROM keelson.entries WHERE body LIKE '%hunter2%'")).toEqual([])

    const one = worker(there)
    const gone = await started(ask, { source: `${bare}#nowhere` })
    await one.hears("stderr", `could not carry out ${gone}: The source ${bare} has no "nowhere"`)
    const hollow = await started(ask, { source: `${bare}#main:nothing` })
    await one.hears("stderr", `could not carry out ${hollow}: The source ${bare} has no folder "nothing" at "main".`)
  })

  it("is left to workers by the command line, which shows it to its end, and says what it can't do with it", async () => {
    const there = place()
    const bare = source(there)
    const model = await there.serve(mind().script)
    const words = ["run", "Write a note", "--source", `${bare}#main:app`, "--strategy", "react", "--approve", "full"]
    const keelson = (said: readonly string[], database = url) => there.start(said, { KEELSON_DATABASE: database })
    const alone = await there.start([...words, ...there.modelAt(model)]).end
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("KEELSON_DATABASE")])
    const both = await keelson([...words, "-C", there.workspace]).end
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("--workspace can't be used with --source")])

    const run = keelson([...words, ...there.modelAt(model)])
    await run.hears("stderr", "none is there")
    const one = worker(there)
    const { code, stdout, stderr } = await run.end
    expect([code, stdout]).toEqual([0, "The note is written.\n"])
    const id = /run (\d{6}-\w+)/.exec(stderr)?.[1] ?? ""
    expect(stderr).toContain(`keelson/${id}`)
    expect(git(bare, "show", `keelson/${id}:app/new/note.md`)).toBe("# A note\n")

    const undone = await keelson(["undo", id, "-y"]).end
    expect([undone.code, undone.stderr]).toEqual([2, expect.stringContaining("in its branch or its patch")])
    const forked = await keelson(["resume", id, "--from", "turn-1", ...there.modelAt(model)]).end
    expect([forked.code, forked.stderr]).toEqual([2, expect.stringContaining("can't be forked")])
    one.process.kill("SIGTERM")
    await one.end

    const local = ["run", "Write a note", "--strategy", "react", "--approve", "full", ...there.modelAt(model)]
    expect((await keelson(local).end).stderr).toContain("stored on this machine")
  })

  it("leaves a patch where nobody may push, and says why", async () => {
    const there = place()
    const bare = source(there)
    writeFileSync(join(bare, "hooks", "pre-receive"), "#!/bin/sh\necho closed today >&2\nexit 1\n", { mode: 0o755 })
    const ask = await opened(there, bare, mind().script)
    worker(there)
    const id = await started(ask, { source: `${bare}#main:app`, strategy: "react" })
    await until(ask, id, "done")
    await expect
      .poll(async () => (await resultOf(ask, id)).delivered, { interval: 20 })
      .toMatchObject({
        branch: null,
        reason: expect.stringContaining(`The source ${bare} can't be used from here`),
      })
    // What it left can be applied to what it began with.
    const checkout = join(there.root, "checkout")
    git(there.root, "clone", "--quiet", bare, checkout)
    writeFileSync(join(there.root, "run.patch"), await patchOf(ask, id))
    git(checkout, "apply", "--directory=app", join(there.root, "run.patch"))
    expect(readFileSync(join(checkout, "app", "after.md"), "utf8")).toBe("Afterwards.\nuntracked")
    expect((await ask(`/api/runs/${id}/undo`, { method: "POST", body: "{}" })).status).toBe(409)
  })
})

/** As if it had never been written. */
async function forget(id: string, type: string): Promise<void> {
  const [row] = await sql(url, "DELETE FROM keelson.entries WHERE run_id = $1 AND body LIKE $2 RETURNING seq", [
    ...[id, `{"type":"${type}"%`],
  ])
  await sql(url, "UPDATE keelson.runs SET last_seq = $2 - 1 WHERE id = $1 AND last_seq = $2", [id, row?.seq])
}

/** Has somebody look at the run. */
async function sent(id: string): Promise<void> {
  const store = await PostgresStore.open(url)
  const queue = await RunQueue.open(store, () => {})
  await queue.send(id)
  await queue.close()
  await store.close()
}

/** What a worker has of runs. */
function foldersIn({ root }: Place): string[] {
  const checkouts = join(root, "state", "checkouts")
  return readdirSync(checkouts).flatMap((name) => readdirSync(join(checkouts, name)))
}
