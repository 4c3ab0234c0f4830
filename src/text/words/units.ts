import type { Language } from "../../protocol/log/environment.ts"
import { type Dictionary, speaker } from "./dictionary.ts"

/* Figures as people read them, the same on the terminal and in the console. */

/** `850 ms`, `4.2 s`, `3 m 05 s`, `2 h 04 m`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor(seconds / 60) % 60)} m`
}

/** `0:07`, `1:02:03`: for a clock that ticks. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** `980`, `12.3k`, `123k`, `1.2M`. */
export function amount(count: number): string {
  if (count < 1000) return String(Math.round(count))
  if (count < 1_000_000) return `${trimmed(count / 1000)}k`
  return `${trimmed(count / 1_000_000)}M`
}

/** `4,550`: every digit, in threes. */
export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",")
}

/** US dollars; small sums keep the digits that matter, unknown ones are `–`. */
export function dollars(cost: number | null): string {
  if (cost === null) return "–"
  return cost !== 0 && cost < 0.1 ? `$${cost.toFixed(4)}` : `$${cost.toFixed(2)}`
}

/** Whole percent of a share between 0 and 1. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** For English nouns that take an s. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

/** The time of day, with seconds. */
export function timeOfDay(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")
}

/** The same with milliseconds: what happened within one second is told apart. */
export function exactTimeOfDay(at: number): string {
  return `${timeOfDay(at)}.${String(new Date(at).getMilliseconds()).padStart(3, "0")}`
}

/** `2026-11-15`, by the clock of who reads it. */
export function day(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `2026-11-15 06:00`; today only the time. */
export function dayAndTime(at: number, now: number = Date.now()): string {
  const date = new Date(at)
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  if (new Date(now).toDateString() === date.toDateString()) return time
  return `${day(at)} ${time}`
}

export const AGE_WORDS = {
  now: ["just now", "刚刚"],
  minutes: ["{} min ago", "{} 分钟前"],
  hours: ["{} h ago", "{} 小时前"],
  days: ["{} days ago", "{} 天前"],
} as const satisfies Dictionary

const sayAge = speaker(AGE_WORDS)

/** How long ago, in the largest unit that fits. */
export function age(ms: number, language: Language = "en"): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return sayAge(language, "now")
  if (minutes < 60) return sayAge(language, "minutes", minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? sayAge(language, "hours", hours) : sayAge(language, "days", Math.floor(hours / 24))
}

function trimmed(value: number): string {
  return value >= 99.95 ? value.toFixed(0) : value.toFixed(1)
}

function two(value: number): string {
  return String(value).padStart(2, "0")
}

/** Bytes, as people say them: `12 kB`, `3.4 MB`. */
export function size(bytes: number): string {
  const step = bytes < 1e6 ? 1 : bytes < 1e9 ? 2 : 3
  if (bytes < 1000) return `${bytes} bytes`
  const value = bytes / 1000 ** step
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${["", "kB", "MB", "GB"][step]}`
}
