import { expect, test } from "vitest"
import { hang } from "../../src/testing/server-reply.ts"
import { jsonLines, place } from "./keelson.ts"
import { direct, story, WRITE_NOTE } from "./scripts.ts"

test("undo and diff take the newest run that changed something; a script has to say that it means it", async () => {
  const here = place()
  const writer = await here.serve(story({ plans: [WRITE_NOTE] }))
  await here.keelson("write a note", "--approve", "edits", "--quiet", ...here.modelAt(writer))
  await here.keelson("is it there?", "--quiet", ...here.modelAt(await here.serve(direct("Yes."))))
  expect((await here.keelson("diff", "--stat")).stdout).toContain("note.md")
  expect(await here.keelson("undo")).toMatchObject({ code: 2, stderr: expect.stringContaining("say -y") })
  expect(await here.keelson("undo", "-y")).toMatchObject({ code: 0, stdout: "removed       note.md\n" })
})

test("a run whose process is gone is interrupted; a folder without runs says so", async () => {
  const here = place()
  expect((await here.keelson("runs")).stderr).toContain("There are no runs of this folder")
  const server = await here.serve(() => hang())
  const running = here.start(["look around", ...here.modelAt(server)])
  await running.hears("stderr", "started: ")
  running.process.kill("SIGKILL")
  await running.end
  expect((await here.keelson("runs")).stdout).toMatch(/^\? \S+ {2}interrupted {2}auto/)
})

test("a server that is not there, or a port that is taken, costs one line", async () => {
  const here = place()
  const server = await here.serve(direct("Yes."))
  const port = new URL(server.url).port
  expect(await here.keelson("serve", "-p", port)).toMatchObject({
    code: 2,
    stderr: `keelson: port ${port} is in use; -p 0 takes any free one.\n`,
  })
  await server.close()
  expect(await here.keelson("hello", ...here.modelAt(server))).toEqual({
    code: 1,
    stdout: "",
    stderr: `keelson: nothing listens at ${server.url}: start the server, or choose another model with keelson model.\n`,
  })
})

test("a request brings the tools that it needs, and says at once what is lacking", async () => {
  const here = place()
  const server = await here.serve(direct("Yes."))
  const ask = (request: string, ...flags: string[]) =>
    here.keelson(request, "--json", ...flags, ...here.modelAt(server))
  const toolsOf = ({ stdout }: { stdout: string }) => {
    const [first] = jsonLines(stdout) as { environment: { tools: string[] } }[]
    return first?.environment.tools ?? []
  }
  const research = await ask("research the web and make a PDF of it")
  expect(toolsOf(research)).toEqual(expect.arrayContaining(["fetch_web_content", "pdf", "read_file"]))
  expect(research.stderr).toContain("tools for this request: code, web, documents")
  expect(research.stderr).toMatch(/there is no search provider: .*SearXNG.*key.*MCP server/)
  const told = await ask("把数据集做成表格", "--tools", "code")
  expect({ tools: toolsOf(told).includes("query_data"), stderr: told.stderr }).toEqual({ tools: false, stderr: "" })
})

test("a request that only speaks of documents and data brings no tools for them", async () => {
  const bare = place()
  const withData = place({ "sales.csv": "month,eur\n1,2\n" })
  const server = await bare.serve(direct("Yes."))
  const told = async (here: ReturnType<typeof place>, request: string) => {
    const { stderr } = await here.keelson(request, "--json", ...here.modelAt(server))
    return stderr.match(/(?:tools for this request: |本次请求使用的工具：)([\w, ]+\w)/)?.[1] ?? ""
  }
  expect(await told(bare, "Fix the script for file names with spaces (like `my report.pdf`).")).toBe("")
  expect(await told(bare, "Let the CSV exporter hide fields, with tests please.")).toBe("")
  expect(await told(bare, "修复脚本，支持带空格的文件名，例如 `my report.pdf`")).toBe("")
  expect(await told(bare, "把结果导出为PDF")).toBe("code, documents")
  expect(await told(withData, "Which month in sales.csv was best?")).toBe("code, data")
}, 60_000)
