import { Secrets } from "../secrets/secrets.ts"
import type { AnyTool } from "../tool.ts"
import { fetchWebContent } from "./fetch-web-content.ts"
import { type SearchOptions, searchProvider } from "./search-provider.ts"
import { type Resolver, systemResolver } from "./web-address.ts"
import { webSearch } from "./web-search.ts"

/** None of it may come from the workspace's own config: that would let a project open the user's network. */
export type ResearchOptions = {
  /** Without it there is no `web_search`. */
  readonly search?: SearchOptions | undefined
  /** Places that may be fetched though they are not public: `intranet.example`, `10.1.2.3:8080`, `[::1]:8080`. */
  readonly allow?: readonly string[]
  /** What must not be sent anywhere, besides tokens that are known by their form. */
  readonly secrets?: Secrets
  /** How names are looked up; as the system does it unless told otherwise. */
  readonly resolve?: Resolver
}

/** Tools that look things up on the web. Throws `TypeError` for a search provider that lacks something. */
export function researchTools(options: ResearchOptions = {}): readonly AnyTool[] {
  const { search, allow = [], secrets = new Secrets(new Map()), resolve = systemResolver } = options
  const rules = { allow, secrets, resolve }
  return [...(search ? [webSearch(searchProvider(search), rules)] : []), fetchWebContent(rules)]
}
