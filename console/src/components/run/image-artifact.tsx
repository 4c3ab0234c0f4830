import type { ArtifactFile } from "@keelson/protocol/event.ts"
import { useArtifacts } from "./artifacts.ts"

/** A picture that a task made. */
export function ImageArtifact({ runId, file }: { readonly runId: string; readonly file: ArtifactFile }) {
  const url = useArtifacts().imageUrl(runId, file.id)
  if (url === "") return <p className="quiet small">{file.name}</p>
  return (
    <figure className="image-artifact">
      <img src={url} alt={file.name} loading="lazy" />
      <figcaption className="quiet small">{file.name}</figcaption>
    </figure>
  )
}
