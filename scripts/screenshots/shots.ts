import type { Page } from "playwright-core"
import { click, hoverWait } from "./deeds.ts"

/** Instead of a page of the console: a file. */
export const REPORT = "report"

/** A page, and what is done on it before it is drawn. */
export type Scene = {
  readonly name: string
  /** Of a server on which nothing was ever done, or on which a run really worked in a folder; of told runs, if nothing is said. */
  readonly at?: "told" | "new" | "real"
  /** With `LANGUAGE` for the language of the look, and `RUN` for the run that was real. */
  readonly hash: string
  /** As a printer draws it, whole. */
  readonly onPaper?: true
  readonly before?: (page: Page) => Promise<unknown>
}

export type Look = { readonly locale: string; readonly dark: boolean; readonly width: number }

/** A picture that the docs show. */
export type Shot = Scene & Partial<Look>

/** Those of docs/screenshots; nothing else is committed. */
export const DOCS: readonly Shot[] = [
  { name: "run-done-light", hash: "#/runs/done-en" },
  { name: "run-done-dark", hash: "#/runs/done-en", dark: true },
  { name: "run-done-zh", hash: "#/runs/done-zh", locale: "zh-CN" },
  { name: "run-approval", hash: "#/runs/approval" },
  { name: "run-plan", hash: "#/runs/plan" },
  { name: "run-blocked", hash: "#/runs/blocked" },
  { name: "run-parallel", hash: "#/runs/parallel", before: hoverWait },
  { name: "run-changes", hash: "RUN?tab=changes", at: "real", before: click(".changes-look .button:last-child") },
  { name: "run-phone", hash: "#/runs/done-en", width: 390 },
  { name: "runs-zh-dark", hash: "#/", locale: "zh-CN", dark: true },
  { name: "runs-phone", hash: "#/?limit=9", width: 390 },
  { name: "compare", hash: "#/compare/done-en/react/limit" },
  { name: "start-zh", hash: "#/new", locale: "zh-CN" },
]
