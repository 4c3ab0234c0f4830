import type { ArtifactFile } from "@keelson/protocol/log/event.ts"
import { useEffect, useState } from "react"
import { useArtifacts } from "./artifacts.ts"

/** A picture that a task made. */
export function ImageArtifact({ runId, file }: { readonly runId: string; readonly file: ArtifactFile }) {
  const url = useImage(runId, file.id)
  if (url === "") return <p className="quiet small">{file.name}</p>
  return (
    <figure className="image-artifact">
      <img src={url} alt={file.name} />
      <figcaption className="quiet small">{file.name}</figcaption>
    </figure>
  )
}

/** Where the picture is; empty until it is there, and where it can't be had. */
function useImage(runId: string, id: string): string {
  const source = useArtifacts()
  const [url, setUrl] = useState("")
  useEffect(() => {
    let isOver = false
    let loaded = ""
    source.imageUrl(runId, id).then(
      (found) => {
        loaded = found
        if (isOver) source.release(found)
        else setUrl(found)
      },
      () => {},
    )
    return () => {
      isOver = true
      source.release(loaded)
    }
  }, [source, runId, id])
  return url
}
