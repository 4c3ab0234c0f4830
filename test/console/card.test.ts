import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { canBrowse } from "./browser.ts"
import { authRun } from "./logs/auth-run.ts"
import { Teller } from "./logs/teller.ts"
import { expectCalm, openPage, withBrowser } from "./open-page.ts"
import { stage } from "./stage.ts"
import { keep } from "./stored.ts"

/* The design's measures, to the pixel. Colours of text differ from it on purpose: its own miss the contrast. */
const MEASURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ".message-summarizer": {
    backgroundImage: "linear-gradient(135deg, rgba(102, 126, 234, 0.082), rgba(118, 75, 162, 0.082))",
    borderLeft: "4px solid rgb(102, 126, 234)",
    borderRadius: "8px",
    padding: "20px",
    margin: "16px 0px",
    boxShadow: "rgba(102, 126, 234, 0.15) 0px 4px 12px 0px",
  },
  ".summarizer-header": {
    display: "flex",
    alignItems: "center",
    gap: "12px",
    marginBottom: "16px",
    paddingBottom: "12px",
    borderBottom: "2px solid rgb(102, 126, 234)",
  },
  ".summarizer-icon": { fontSize: "24px" },
  ".summarizer-title": { fontSize: "18px", fontWeight: "600" },
  ".summarizer-content": { fontSize: "14px", lineHeight: "19.6px" },
  ".summarizer-content h1": { fontSize: "20px", margin: "12px 0px 8px", lineHeight: "24px" },
  ".summarizer-content h2": { fontSize: "18px", margin: "10px 0px 6px", lineHeight: "21.6px" },
  ".summarizer-content h3": { fontSize: "16px", margin: "8px 0px 4px", lineHeight: "19.2px" },
  ".summarizer-content p": { margin: "6px 0px", lineHeight: "19.6px" },
  ".summarizer-content ul": { margin: "6px 0px", paddingLeft: "24px", lineHeight: "18.2px" },
  ".summarizer-content ol": { margin: "6px 0px", paddingLeft: "24px", lineHeight: "18.2px" },
  ".summarizer-content li": { margin: "2px 0px" },
  ".summarizer-highlights": {
    backgroundColor: "rgba(102, 126, 234, 0.1)",
    borderLeft: "3px solid rgb(102, 126, 234)",
    padding: "12px 16px",
    margin: "12px 0px",
    borderRadius: "4px",
  },
  ".summarizer-highlights h4": { margin: "0px 0px 8px", fontSize: "15px" },
  ".summarizer-highlights ul": { margin: "0px", paddingLeft: "20px" },
  ".summarizer-highlights li": { margin: "4px 0px" },
  ".summarizer-stats": {
    display: "flex",
    gap: "20px",
    marginTop: "16px",
    paddingTop: "12px",
    borderTop: "1px solid rgba(102, 126, 234, 0.2)",
    fontSize: "13px",
  },
  ".stat-item": { display: "flex", gap: "6px" },
  ".stat-icon": { fontSize: "16px" },
  ".stat-value": { fontWeight: "600" },
}

const TEXT =
  "# One\n\n## Two\n\n### Three\n\nA paragraph.\nIts second line.\n\n- a\n- b\n\n1. c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n```\n\n~~gone~~ - [x] no"

describe.skipIf(!canBrowse)("the summary card", () => {
  withBrowser()

  it("has the measures of the design, in light and dark", async () => {
    await using place = await stage()
    const teller = new Teller(0).begin({ request: "r" }).end({ status: "done", verified: true }, TEXT, ["h"], "good")
    await keep(place.store, "card", place.workspace, teller.events)
    for (const colorScheme of ["light", "dark"] as const) {
      const visit = await openPage(place, "#/runs/card", { colorScheme })
      await visit.page.locator(".summarizer-content h3").waitFor()
      for (const [selector, wanted] of Object.entries(MEASURES)) {
        expect({ [selector]: await styles(visit.page, selector, Object.keys(wanted)) }).toEqual({ [selector]: wanted })
      }
      await expectCalm(visit)
    }
  })

  it("renders GFM: tables, code, line breaks; and the badge says what was verified", async () => {
    await using place = await stage()
    const teller = new Teller(0).begin({ request: "r" }).end({ status: "done", verified: true }, TEXT, ["h"])
    await keep(place.store, "card", place.workspace, teller.events)
    const visit = await openPage(place, "#/")
    // What the text means is shown, or nothing: its signs are never read.
    const held = Promise.withResolvers<void>()
    await visit.page.route(/markdown-text.*\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await visit.page.goto(`${place.server.url}#/runs/card`)
    const card = visit.page.locator(".message-summarizer")
    await card.locator(".stat-item").first().waitFor()
    expect(await card.innerText()).not.toContain("##")
    held.resolve()
    await card.locator("td", { hasText: "2" }).waitFor()
    expect(await card.locator("pre code").textContent()).toBe("const a = 1\n")
    expect(await card.locator("p br").count()).toBe(1)
    expect(await card.locator("del").textContent()).toBe("gone")
    expect(await card.locator(".summarizer-header .badge").textContent()).toBe("Verified")
    expect(await visit.page.locator(".summarizer-header .tone-verified").count()).toBe(1)
    await expectCalm(visit)
  })

  it("is green only where checks passed", async () => {
    await using place = await stage()
    const teller = new Teller(0).begin({ request: "r" }).end({ status: "done", verified: false }, "Done.")
    await keep(place.store, "card", place.workspace, teller.events)
    const visit = await openPage(place, "#/runs/card")
    await visit.page.locator(".summarizer-header .badge", { hasText: "Done, unverified" }).waitFor()
    expect(await visit.page.locator(".tone-verified").count()).toBe(0)
    await expectCalm(visit)
  })

  it("folds what is long, and shows all of it on demand", async () => {
    await using place = await stage()
    const text = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.`).join("\n\n")
    const teller = new Teller(0).begin({ request: "r" }).end({ status: "done", verified: false }, text)
    await keep(place.store, "card", place.workspace, teller.events)
    const visit = await openPage(place, "#/runs/card")
    const more = visit.page.getByRole("button", { name: "Show all" })
    await more.waitFor()
    const body = visit.page.locator(".summarizer-body")
    expect(await height(body)).toBe(420)
    await more.click()
    await visit.page.getByRole("button", { name: "Show less" }).waitFor()
    expect(await height(body)).toBeGreaterThan(1000)
    await expectCalm(visit)
  })

  it("stands above the last round", async () => {
    await using place = await stage()
    await keep(place.store, "auth", place.workspace, authRun("done").events)
    const visit = await openPage(place, "#/runs/auth")
    await visit.page.locator(".feed .stage-panel").first().waitFor()
    expect(await visit.page.locator(".work > *").evaluateAll((all) => all.map((one) => one.className))).toEqual([
      "message-summarizer",
      "feed",
    ])
    await expectCalm(visit)
  })
})

function styles(page: Page, selector: string, names: readonly string[]): Promise<Record<string, string>> {
  const script = `(() => {
    const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)}))
    return Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, style[name]]))
  })()`
  return page.evaluate(script) as Promise<Record<string, string>>
}

async function height(locator: ReturnType<Page["locator"]>): Promise<number> {
  return (await locator.boundingBox())?.height ?? 0
}
