import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openStore } from "../../src/journal/open-store.ts"
import type { ModelServer, ServerScript } from "../../src/testing/index.ts"
import { call } from "../../src/testing/server-reply.ts"
import { Place, type Running } from "../cli/keelson.ts"
import { axeIn } from "./axe-in.ts"
import { canBrowse, type Visit } from "./browser.ts"
import { reactRun } from "./logs/other-runs.ts"
import { expectState, openAt, withBrowser } from "./open-page.ts"
import { keep } from "./stored.ts"

const KEY = "sk-pasted-0123456789abcdefghij"

/** A loop that writes a note, for `react` and `todo` alike. */
const loop: ServerScript = (body) =>
  body.messages.some(({ role }) => role === "tool")
    ? call("task_done", { summary: "Written." })
    : call("write_file", { path: "note.md", content: "hi\n" })

describe.skipIf(!canBrowse)("a console that was never used", () => {
  withBrowser()
  let there: Place
  let model: ModelServer
  let running: Running
  let visit: Visit
  let page: Page
  let home = ""

  /** One real server and one page for all that follows, as somebody would go on: each test begins where the one before ended. */
  beforeAll(async () => {
    there = new Place()
    model = await there.serve(loop)
    running = there.start(["serve", "--port", "0"])
    await running.hears("stdout", "\n")
    const entry = running.stdout.trim()
    home = entry.replace(/#.*/, "")
    visit = await openAt(entry, { bypassCSP: true, reducedMotion: "reduce" })
    page = visit.page
  })
  afterAll(async () => {
    await visit?.context.close()
    running?.process.kill("SIGTERM")
    await running?.end
    await there?.clear()
  })

  const configPath = (name: string) => join(there.root, "config", "keelson", name)
  const config = () => JSON.parse(readFileSync(configPath("config.json"), "utf8"))
  const dialog = () => page.locator("dialog[open]")
  const fits = () => page.evaluate("document.documentElement.scrollWidth <= innerWidth")

  it("takes a pasted key, shows the provider's models as buttons, and keeps the one that is pressed", async () => {
    await page.getByRole("heading", { name: "No model is set up yet" }).waitFor()
    await page.getByText("Commands run in a sandbox").or(page.getByText("There is no sandbox")).waitFor()
    // It is closed where a server of this machine has a model.
    const form = page.locator("details.setup-key").first()
    if ((await form.getAttribute("open")) === null) await form.locator("summary").click()
    await page.getByLabel("Whose key").selectOption("openai")
    await page.getByLabel("Key", { exact: true }).fill(KEY)
    expect(await axeIn(page)).toEqual([])
    await page.getByRole("button", { name: "Keep the key" }).click()
    const names = page.getByRole("group", { name: /^Models of OpenAI/ }).getByRole("button")
    await names.first().waitFor()
    const name = (await names.first().textContent()) ?? ""
    await names.first().click()
    await page.getByText(`${name} is the model of new runs now.`).waitFor()
    expect(config()).toEqual({ model: name })
    expect(statSync(configPath("keys.json")).mode & 0o777).toBe(0o600)
    expect([page.url(), await page.content(), running.stdout].filter((text) => text.includes(KEY))).toEqual([])
    expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe("")
  })

  it("takes the address of a server of one's own, with the name of its model", async () => {
    await page.locator("details.setup-key > summary", { hasText: "Use your own server" }).click()
    await page.getByLabel("Address").fill(model.url)
    await page.getByLabel("Model name").fill("scripted")
    expect(await axeIn(page)).toEqual([])
    await page.getByRole("button", { name: "Use this server" }).click()
    await page.getByText("openai-compatible:scripted is the model of new runs now.").waitFor()
    expect(config()).toEqual({ model: "openai-compatible:scripted", base_url: model.url })
  })

  it("plays the demo as a run that says that it is one", async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await fits()).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole("button", { name: "Watch the demo" }).click()
    await expectState(page, "Verified")
    expect(await page.locator(".run-header .tag").textContent()).toBe("Demo")
    await page.goto(`${home}#/`)
    await page.locator("tr", { hasText: "The tests of this project fail" }).locator(".tag").waitFor()
  })

  it("compares strategies from the form, says before what that costs, and ends on the comparison", async () => {
    mkdirSync(configPath("."), { recursive: true })
    writeFileSync(
      configPath("config.json"),
      JSON.stringify({ model: "openai-compatible:scripted", base_url: model.url }),
    )
    await page.goto(`${home}#/new`)
    await page.getByRole("textbox", { name: "Request" }).fill("Write a note")
    await page.getByRole("button", { name: "Compare strategies…" }).click()
    await dialog().getByText("Not run here yet: 2").waitFor()
    await dialog().getByText("At most 300 model calls").waitFor()
    for (const name of ["auto", "phased", "react", "todo"])
      await dialog().getByRole("checkbox", { name }).setChecked(["react", "todo"].includes(name))
    expect(await axeIn(page)).toEqual([])
    await dialog().getByRole("button", { name: "Start 2 runs" }).click()
    await page.waitForURL(/#\/comparison\//)
    await page.getByRole("heading", { name: "Runs side by side" }).waitFor()
    // Nobody loads the page again: it looks by itself until both have ended.
    await expect
      .poll(() => page.locator(".compare tbody tr").first().textContent(), { timeout: 30_000 })
      .toMatch(/Done.*Done/)
    expect(await page.locator(".compare tr", { hasText: "Strategy" }).textContent()).toBe("Strategytodoreact")
    expect(existsSync(join(there.workspace, "note.md"))).toBe(false)
  })

  it("leads from each run of it to the others, and starts from there again by what runs cost", async () => {
    const comparison = page.url()
    await page.goto(`${home}#/`)
    await page.locator("tr", { hasText: "Write a note" }).first().getByRole("link", { name: "Comparison" }).click()
    await page.waitForURL(comparison)
    await page.locator(".compare thead a").first().click()
    await page.locator(".run-header").getByRole("link", { name: "Comparison" }).waitFor()
    await page.locator(".more-actions summary").click()
    await page.locator(".more-actions").getByRole("button", { name: "Compare strategies…" }).click()
    await dialog().getByText(`each in a copy of ${there.workspace}`).waitFor()
    await page.keyboard.press("Escape")
    expect(await page.locator("dialog[open]").count()).toBe(0)
  })

  it("changes the user's own settings, and asks again before runs are allowed more", async () => {
    writeFileSync(join(there.workspace, "keelson.config.json"), JSON.stringify({ limits: { max_model_calls: 40 } }))
    await page.goto(`${home}#/settings`)
    const row = (name: string) => page.locator("form.setting", { has: page.getByLabel(name, { exact: true }) })
    await row("model calls").getByText("holds now: 40 · from keelson.config.json").waitFor()
    await row("Strategy").getByRole("combobox").selectOption("react")
    await row("Strategy").getByRole("button", { name: "Keep" }).click()
    await row("Strategy").getByText("holds now: react · from your config").waitFor()
    await row("Allowed without a question").getByRole("combobox").selectOption("full")
    await row("Allowed without a question").getByRole("button", { name: "Keep" }).click()
    await dialog().getByText("New runs will do everything without asking you").waitFor()
    expect(await axeIn(page)).toEqual([])
    await dialog().getByRole("button", { name: "Leave it as it is" }).click()
    expect(config().approve).toBeUndefined()
    await row("Allowed without a question").getByRole("button", { name: "Keep" }).click()
    await dialog().getByRole("button", { name: "Allow it" }).click()
    await row("Allowed without a question").getByText("holds now: Everything · from your config").waitFor()
    await row("minutes of active time").getByRole("spinbutton").fill("5")
    await page.keyboard.press("Enter")
    await row("minutes of active time").getByText("holds now: 5 · from your config").waitFor()
    expect(config()).toMatchObject({ strategy: "react", approve: "full", limits: { max_time_ms: 300_000 } })
    expect(JSON.parse(readFileSync(join(there.workspace, "keelson.config.json"), "utf8"))).toEqual({
      limits: { max_model_calls: 40 },
    })
    expect(await axeIn(page)).toEqual([])
  })

  it("says on a phone, in the dark and in Chinese, what it says elsewhere", async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole("button", { name: "中文" }).click()
    await page.getByRole("heading", { name: "运行可以做什么" }).waitFor()
    await page.emulateMedia({ colorScheme: "dark" })
    await page.locator('html[data-theme="dark"]').waitFor({ state: "attached" })
    expect([await fits(), await axeIn(page)]).toEqual([true, []])
    await page.getByRole("button", { name: "EN", exact: true }).click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it("removes old runs once they were shown", async () => {
    const store = await openStore(join(there.root, "state"))
    await keep(store, "long-ago", there.workspace, reactRun(1000).events)
    await store.close()
    await page.goto(`${home}#/`)
    const old = page.locator("tr", { hasText: "Refactor auth" })
    await old.waitFor()
    await page.getByRole("button", { name: "Remove old runs…" }).click()
    await dialog().getByText("Runs that go: 1").waitFor()
    expect(await axeIn(page)).toEqual([])
    await dialog().getByRole("button", { name: "Remove them (1)" }).click()
    await dialog().getByText("Removed runs: 1").waitFor()
    await dialog().getByRole("button", { name: "Close" }).last().click()
    await expect.poll(() => old.count()).toBe(0)
    expect(visit.errors).toEqual([])
  })
})
