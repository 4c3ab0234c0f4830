import type { Report } from "./support/report.ts"

/** What can be measured, in the order of the table. Each is loaded in a process of its own. */
export const MEASURES: Readonly<Record<string, () => Promise<Report>>> = {
  "cold-start": async () => (await import("./cold-start.ts")).coldStart(),
  "first-prompt": async () => (await import("./first-prompt.ts")).firstPrompt(),
  overhead: async () => (await import("./overhead.ts")).overhead(),
  memory: async () => (await import("./memory.ts")).memory(),
  "worked-example": async () => (await import("./worked-example.ts")).workedExample(),
  "ten-steps": async () => (await import("./ten-steps.ts")).tenStepWork(),
  parallel: async () => (await import("./parallel.ts")).parallel(),
  resume: async () => (await import("./resume.ts")).resume(),
  "best-of": async () => (await import("./best-of.ts")).bestOfThree(),
  stats: async () => (await import("./stats.ts")).stats(),
  "long-log": async () => (await import("./long-log.ts")).longLog(),
  scale: async () => (await import("./scale.ts")).scale(),
  browser: async () => (await import("./browser.ts")).browser(),
  cluster: async () => (await import("./cluster.ts")).cluster(),
  viewers: async () => (await import("./viewers.ts")).viewers(),
}
