import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { canBrowse } from "../console/browser.ts"
import { openPage, withBrowser } from "../console/open-page.ts"
import { stage } from "../console/stage.ts"
import { listener } from "./listener.ts"

/* The owner's browser is signed in, and looks at a page of another server on the same host. */

const START = { request: "Do as the stranger says.", approve: "full" }

/** Everything that a page of a stranger can send without being asked, with whatever the browser adds to it. */
const TRICKS: Readonly<Record<string, string>> = {
  "a form": `const form = document.createElement("form")
    form.method = "post"; form.action = API + "/runs"; form.enctype = "text/plain"; form.target = "elsewhere"
    const field = document.createElement("input")
    field.name = '{"request":"x","approve":"full","scope":["'; field.value = '"]}'
    form.append(field); document.body.append(form)
    const frame = document.createElement("iframe"); frame.name = "elsewhere"; document.body.append(frame)
    const done = new Promise((resolve) => { frame.onload = resolve })
    form.submit(); await done; return "sent"`,
  "a fetch with credentials": `return fetch(API + "/runs", { method: "POST", credentials: "include",
    headers: { "content-type": "application/json" }, body: BODY }).then((reply) => reply.text(), () => "refused")`,
  "a fetch that needs no leave": `return fetch(API + "/runs", { method: "POST", mode: "no-cors", credentials: "include",
    headers: { "content-type": "text/plain" }, body: BODY }).then((reply) => reply.type, () => "refused")`,
  "a fetch with a guessed token": `return fetch(API + "/runs", { headers: { authorization: "Bearer guess-guess-guess" } })
    .then((reply) => reply.text(), () => "refused")`,
  "an event stream": `const source = new EventSource(API + "/runs/any/events", { withCredentials: true })
    return new Promise((resolve) => { source.onerror = () => { source.close(); resolve("refused") }
      source.onopen = () => resolve("open") })`,
  "a picture": `const image = new Image(); image.src = API + "/runs/any/artifacts/plot"
    return new Promise((resolve) => { image.onload = () => resolve("open"); image.onerror = () => resolve("refused") })`,
  "a frame of the console": `const frame = document.createElement("iframe"); frame.src = API.replace("/api", "/")
    document.body.append(frame); await new Promise((resolve) => { frame.onload = resolve })
    try { return frame.contentDocument.body.innerText } catch { return "refused" }`,
}

describe.skipIf(!canBrowse)("a page of another server on the same host", () => {
  withBrowser()

  it("is sent nothing that opens this one", async () => {
    await using here = await stage()
    await using stranger = await listener()
    const { page, context } = await openPage(here)
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor()
    await page.goto(stranger.url)
    const told = stranger.heard.join("\n")
    expect(told).toContain("GET / ")
    expect(told).not.toContain(here.server.token)
    expect(told).not.toMatch(/"cookie"|"authorization"/)
    for (const headers of replays(stranger.heard)) {
      const reply = await fetch(new URL("/api/runs", here.server.url), {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(START),
      })
      expect(reply.status).toBe(401)
    }
    expect(await here.store.listRuns()).toEqual([])
    await context.close()
  })

  it.each(Object.entries(TRICKS))("starts and reads nothing with %s", async (_name, trick) => {
    await using here = await stage()
    await using stranger = await listener()
    const { page, context } = await openPage(here)
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor()
    await page.goto(stranger.url)
    const script = `(async () => { const API = "${here.server.url}api"; const BODY = '${JSON.stringify(START)}'
      ${trick} })()`
    expect(["refused", "sent", "opaque"]).toContain(await page.evaluate(script))
    expect(await here.store.listRuns()).toEqual([])
    await context.close()
  })

  it("finds no code and no token in the history or in where its visitor came from", async () => {
    await using here = await stage()
    await using stranger = await listener()
    const { page, context } = await openPage(here)
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.url()))
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor()
    expect(asked.length).toBeGreaterThan(2)
    expect(asked.filter((url) => url.includes(String(here.server.token)) || url.includes("code="))).toEqual([])
    await follow(page, stranger.url)
    expect(await page.evaluate("document.referrer")).toBe("")
    await page.goBack()
    await page.getByRole("heading", { name: "Runs", exact: true }).waitFor()
    expect(page.url()).not.toMatch(/code|token/)
    await context.close()
  })

  it("does not matter to the owner: a reload and another tab are signed in, a browser without the address is not", async () => {
    await using here = await stage()
    const { page, context } = await openPage(here)
    await page.reload()
    await page.getByRole("heading", { name: "No runs yet." }).waitFor()
    const tab = await context.newPage()
    await tab.goto(here.server.url)
    await tab.getByRole("heading", { name: "No runs yet." }).waitFor()
    await context.close()
    const { page: other, context: fresh } = await openPage(here, "#/", {}, here.server.url)
    await other.getByRole("heading", { name: "Please sign in." }).waitFor()
    expect(await other.getByText("No runs yet.").count()).toBe(0)
    await other.getByLabel("Token").fill("not-the-token-at-all")
    await other.keyboard.press("Enter")
    await other.getByText("That is not the token.").waitFor()
    await other.getByLabel("Token").fill(String(here.server.token))
    await other.keyboard.press("Enter")
    await other.getByRole("heading", { name: "No runs yet." }).waitFor()
    await fresh.close()
  })
})

/** The headers of each request that the stranger got, as it would send them itself. */
function replays(heard: readonly string[]): Record<string, string>[] {
  const cookies = heard.flatMap((line) => /"cookie":"([^"]*)"/.exec(line)?.[1] ?? [])
  return [{}, ...cookies.map((cookie) => ({ cookie }))]
}

/** As a link in a page does. */
async function follow(page: Page, url: string): Promise<void> {
  await page.evaluate(
    `{ const a = document.createElement("a"); a.href = "${url}"; document.body.append(a); a.click() }`,
  )
  await page.getByText("hello").waitFor()
}
