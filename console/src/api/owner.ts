import type { StartReply } from "@keelson/protocol/api/api.ts"
import type { CompareReply, CompareRequest } from "@keelson/protocol/api/comparison-api.ts"
import type { ConfigReply, ConfigRequest, KeyReply, PruneReply, PruneRequest } from "@keelson/protocol/api/owner-api.ts"
import { API, getJson, LONG_PATIENCE, post } from "./client.ts"

/** What is the owner's of the machine, and runs in folders of the server's own. All throw `Failure`. */
export const ownerApi = {
  config: () => getJson<ConfigReply>(`${API}/config`),
  keep: (setting: ConfigRequest) => post<{ kept: true }>(`${API}/config`, setting),
  /** In a body: nothing of it is in an address. */
  keepKey: (provider: string, key: string) => post<KeyReply>(`${API}/keys`, { provider, key }),
  prune: (wish: PruneRequest) => post<PruneReply>(`${API}/prune`, wish, LONG_PATIENCE),
  demo: () => post<StartReply>(`${API}/demo`, {}, LONG_PATIENCE),
  /** Copies of a large folder take their time. */
  compare: (wish: CompareRequest) => post<CompareReply>(`${API}/comparisons`, wish, LONG_PATIENCE),
}
