import { createContext, useContext } from "react"
import { api } from "../../../api/client.ts"

/** Where whole results come from: the server, or the report's own file. */
export type ArtifactSource = {
  readonly has: (runId: string, id: string) => boolean
  /** `lines` as in `10-90`; `all` is how many there are. */
  readonly text: (runId: string, id: string, lines: string) => Promise<{ readonly text: string; readonly all: number }>
  /** An address that the page may show; empty where there is no picture. It is given back with `release`. */
  readonly imageUrl: (runId: string, id: string) => Promise<string>
  readonly release: (url: string) => void
}

export const SERVER_ARTIFACTS: ArtifactSource = {
  has: () => true,
  text: api.artifact,
  imageUrl: async (runId, id) => URL.createObjectURL(await api.image(runId, id)),
  release: (url) => URL.revokeObjectURL(url),
}

export const ArtifactContext = createContext<ArtifactSource>(SERVER_ARTIFACTS)

export function useArtifacts(): ArtifactSource {
  return useContext(ArtifactContext)
}
