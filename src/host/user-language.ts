import type { Language } from "../protocol/log/environment.ts"

/** Of the person at this machine; a run's own language is its request's. */
export function languageHere({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv = process.env): Language {
  return /^zh/i.test(LC_ALL || LC_MESSAGES || LANG || "") ? "zh" : "en"
}
