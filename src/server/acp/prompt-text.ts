import { fileURLToPath } from "node:url"
import type { ContentBlock } from "@agentclientprotocol/sdk"
import type { Attachment } from "../../agent.ts"
import { fence } from "../../text/fence.ts"

/** A prompt as one request: files that it brings stand in it, those that it names are named by their paths. */
export function promptText(blocks: readonly ContentBlock[]): string {
  const texts = blocks.map(blockText).filter((text) => text !== "")
  return texts.join("\n\n").trim()
}

/** The pictures that a prompt brings. */
export function promptPictures(blocks: readonly ContentBlock[]): Attachment[] {
  return blocks.flatMap((block, index) => {
    if (block.type !== "image") return []
    const name = block.uri ? pathOf(block.uri) : `picture-${index + 1}`
    return [{ name, data: Buffer.from(block.data, "base64") }]
  })
}

function blockText(block: ContentBlock): string {
  if (block.type === "text") return block.text
  if (block.type === "resource_link") return `@${pathOf(block.uri)}`
  if (block.type !== "resource") return ""
  const { resource } = block
  const named = `@${pathOf(resource.uri)}`
  return "text" in resource ? `${named}\n${fence(resource.text)}` : named
}

/** An address that is no file's is named as it is. */
function pathOf(uri: string): string {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : uri
  } catch {
    return uri
  }
}
