import { createContext, useContext } from "react"
import { api, artifactUrl } from "../../api/client.ts"

/** Where whole results come from: the server, or the report's own file. */
export type ArtifactSource = {
  readonly has: (runId: string, id: string) => boolean
  /** `lines` as in `10-90`; empty means all. */
  readonly text: (runId: string, id: string, lines: string) => Promise<string>
  readonly imageUrl: (runId: string, id: string) => string
}

export const SERVER_ARTIFACTS: ArtifactSource = {
  has: () => true,
  text: api.artifact,
  imageUrl: artifactUrl,
}

export const ArtifactContext = createContext<ArtifactSource>(SERVER_ARTIFACTS)

export function useArtifacts(): ArtifactSource {
  return useContext(ArtifactContext)
}
