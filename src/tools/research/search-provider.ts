import { z } from "zod"
import { headOf } from "../../text/clip.ts"

/** Where searches go. */
export type SearchOptions = {
  readonly provider: "searxng" | "brave" | "tavily"
  /** Of the SearXNG instance; for the others only where theirs is not the usual one. */
  readonly url?: string
  /** Brave and Tavily want one. */
  readonly key?: string
}

export type Found = { readonly title: string; readonly url: string; readonly snippet: string }

/** How one provider is asked and read. */
export interface SearchProvider {
  readonly name: string
  /** Never shown; empty where there is none. */
  readonly key: string
  ask(query: string): {
    readonly url: URL
    readonly method?: "POST"
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** Throws for an answer of another shape. */
  read(answer: unknown): readonly Found[]
  /** What to do about a status that means trouble with the set-up. */
  readonly advice: Readonly<Record<number, string>>
}

/** How many results are asked for and shown. */
export const MOST_RESULTS = 10

/** Checks the set-up; throws `TypeError` with what is missing. */
export function searchProvider({ provider, url, key }: SearchOptions): SearchProvider {
  if (provider === "searxng" && !url) throw new TypeError("Search by searxng needs the URL of an instance.")
  if (provider !== "searxng" && !key) throw new TypeError(`Search by ${provider} needs a key.`)
  const place = placeOf(provider, url ?? USUAL[provider])
  return PROVIDERS[provider](place, key ?? "")
}

const USUAL = {
  searxng: "",
  brave: "https://api.search.brave.com/res/v1/web/search",
  tavily: "https://api.tavily.com/search",
} as const

function placeOf(provider: string, text: string): URL {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new TypeError(`The URL for search by ${provider} must be an http or https URL without name and password.`)
  }
  return url
}

const PROVIDERS = {
  searxng: (place: URL): SearchProvider => ({
    name: "SearXNG",
    key: "",
    ask(query) {
      const url = new URL(place)
      if (!url.pathname.endsWith("/search")) url.pathname = `${url.pathname.replace(/\/$/, "")}/search`
      url.search = new URLSearchParams({ q: query, format: "json" }).toString()
      return { url, headers: {} }
    },
    read: (answer) =>
      SearxngAnswer.parse(answer).results.map(({ title, url, content }) => ({ title, url, snippet: content ?? "" })),
    advice: { 403: "the instance must list json under search.formats in its settings.yml" },
  }),

  brave: (place: URL, key: string): SearchProvider => ({
    name: "Brave",
    key,
    ask(query) {
      const url = new URL(place)
      url.search = new URLSearchParams({ q: headOf(query, 400), count: String(MOST_RESULTS) }).toString()
      return { url, headers: { "x-subscription-token": key } }
    },
    read: (answer) =>
      (BraveAnswer.parse(answer).web?.results ?? []).map(({ title, url, description }) => ({
        title,
        url,
        snippet: description ?? "",
      })),
    advice: KEY_ADVICE,
  }),

  tavily: (place: URL, key: string): SearchProvider => ({
    name: "Tavily",
    key,
    ask: (query) => ({
      url: place,
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ query: headOf(query, 400), max_results: MOST_RESULTS }),
    }),
    read: (answer) =>
      TavilyAnswer.parse(answer).results.map(({ title, url, content }) => ({ title, url, snippet: content ?? "" })),
    advice: { ...KEY_ADVICE, 432: "the plan's limit is used up", 433: "the pay-as-you-go limit is used up" },
  }),
}

const KEY_ADVICE = {
  401: "the key is not accepted; the user must check it",
  403: "the key is not accepted; the user must check it",
  422: "the key is not accepted; the user must check it",
}

const SearxngAnswer = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
})
const BraveAnswer = z.object({
  web: z
    .object({ results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().nullish() })) })
    .nullish(),
})
const TavilyAnswer = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
})
