import { readdirSync, readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import type { Lease } from "keelson"
import type { Page } from "playwright-core"
import { beginLongRun, longRun, tellTurn } from "../test/console/logs/long-run.ts"
import { begin, entriesOf, keep } from "../test/console/stored.ts"
import { type ConsolePlace, consolePlace, settled, timeToUsable } from "./support/console-place.ts"
import { median } from "./support/median.ts"
import { repositoryPath } from "./support/processes.ts"
import { absolute, atMost, count, exactly, type Figure, type Report } from "./support/report.ts"

const FLOOD_SECONDS = 60
const PER_SECOND = 1000
/** One more than the connections that a browser has for a server, and one more than that. */
const TABS = 8

/** The console in a real browser: what is loaded, long runs, a flood of events, many tabs. */
export async function browser(): Promise<Report> {
  return { figures: [...bundle(), ...(await loading()), ...(await flood()), ...(await tabs())], charts: [] }
}

function bundle(): Figure[] {
  const folder = repositoryPath("dist/console/assets")
  const first = readFileSync(repositoryPath("dist/console/index.html"), "utf8")
  const files = readdirSync(folder).filter((name) => first.includes(name))
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0)
  return [absolute("console: loaded with the first page, compressed", bytes / 1024, "KB", atMost(200))]
}

async function loading(): Promise<Figure[]> {
  await using place = await consolePlace()
  for (const events of [100, 10_000, 100_000])
    await keep(place.store, `of-${events}`, place.folder, longRun(events).events)
  const list: number[] = []
  for (let time = 0; time < 5; time++) list.push(await timeList(place))
  const figures = [absolute("console: list of runs, from its address", median(list), "ms")]
  for (const events of [100, 10_000, 100_000]) figures.push(...(await opening(place, events)))
  const heap = (await place.page.evaluate("performance.memory.usedJSHeapSize")) as number
  return [...figures, absolute("console: memory of a page with 100,000 events", heap / 2 ** 20, "MB")]
}

/** The server has read none of them before. Beside the time, what processors did: that is the same on a busy machine. */
async function opening({ page, context, server }: ConsolePlace, events: number): Promise<Figure[]> {
  await page.goto(`${server.url}#/new`)
  await settled(page)
  const clock = await processorTime(page, context)
  const started = await clock()
  const time = await timeToUsable(page, `${server.url}#/runs/of-${events}`)
  const name = `console: ${events.toLocaleString("en")} events to usable`
  return [
    absolute(name, time, "ms", atMost(2000)),
    absolute(`${name}, processor time of server and page`, (await clock()) - started, "ms"),
  ]
}

/** Milliseconds that this process, which is the server, and the page's thread have worked. */
async function processorTime(page: Page, context: ConsolePlace["context"]): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page)
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  return async () => {
    const { user, system } = process.cpuUsage()
    const { metrics } = await session.send("Performance.getMetrics")
    const tasks = metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0
    return (user + system) / 1000 + tasks * 1000
  }
}

async function timeList({ page, server }: ConsolePlace): Promise<number> {
  await page.goto("about:blank")
  const started = performance.now()
  await page.goto(server.url)
  await page.locator(".run-link").first().waitFor()
  await settled(page)
  return performance.now() - started
}

/** A run that says a thousand things a second, in steps of fifty milliseconds, on a page that somebody looks at. */
async function flood(): Promise<Figure[]> {
  await using place = await consolePlace()
  const told = beginLongRun(20)
  const lease = await begin(place.store, "flood", place.folder, told.events)
  await timeToUsable(place.page, `${place.server.url}#/runs/flood`)
  await place.page.evaluate(NOTE_LONG_TASKS)
  await pour(place, lease, told)
  const started = performance.now()
  await place.page.locator(".run-header .badge", { hasText: "Done" }).waitFor()
  const behind = performance.now() - started
  const { longest, missed } = (await place.page.evaluate("window.longTasks()")) as { longest: number; missed: number }
  const all = Number((await place.page.getByRole("slider", { name: "Replay" }).getAttribute("max")) ?? 0)
  const name = `console: ${PER_SECOND.toLocaleString("en")} events a second for ${FLOOD_SECONDS} s`
  return [
    absolute(`${name}, longest task`, longest, "ms", atMost(200)),
    count(`${name}, tasks over 200 ms`, missed, "tasks", exactly(0)),
    count(`${name}, events on the page`, all, "events", exactly(told.events.length)),
    absolute(`${name}, until its end is shown`, behind, "ms"),
  ]
}

async function pour({ store }: ConsolePlace, lease: Lease, told: ReturnType<typeof beginLongRun>): Promise<void> {
  const started = performance.now()
  let written = told.events.length
  const first = written
  for (let turn = 10_001; performance.now() - started < FLOOD_SECONDS * 1000; ) {
    const due = first + ((performance.now() - started) / 1000) * PER_SECOND
    while (told.events.length < due) tellTurn(told, turn++)
    await store.append(lease, entriesOf(told.events.slice(written)))
    written = told.events.length
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  told.end({ status: "done", verified: false }, "All of it was read.")
  await store.append(lease, entriesOf(told.events.slice(written)))
}

const NOTE_LONG_TASKS = `(() => {
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" })
  window.longTasks = () => ({ longest: Math.max(0, ...tasks), missed: tasks.filter((ms) => ms > 200).length })
})()`

/** More tabs than a browser has connections, all on a run that goes on. */
async function tabs(): Promise<Figure[]> {
  await using place = await consolePlace()
  const told = beginLongRun(300)
  await begin(place.store, "tabs", place.folder, told.events)
  const url = `${place.server.url}#/runs/tabs`
  const pages: Page[] = [place.page]
  const times = [await timeToUsable(place.page, url)]
  while (pages.length < TABS) {
    const page = await place.context.newPage()
    pages.push(page)
    times.push(await timeToUsable(page, url))
  }
  const cancelled = await timeCancel(place.page)
  return [
    absolute(`console: tab ${TABS} on a run, to usable`, times.at(-1) ?? 0, "ms", atMost(2000)),
    absolute(`console: Cancel with ${TABS} tabs open, to its answer`, cancelled, "ms", atMost(1000)),
  ]
}

async function timeCancel(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Cancel" }).click()
  const answered = page.waitForResponse((response) => response.url().endsWith("/cancel"))
  const started = performance.now()
  await page.getByRole("button", { name: "End it" }).click()
  await answered
  return performance.now() - started
}
