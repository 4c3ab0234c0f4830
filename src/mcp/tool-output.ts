import type { CallToolResult } from "@modelcontextprotocol/client"
import { type MadeFile, ToolFailure, type ToolOutput } from "../tools/tool.ts"

type Block = CallToolResult["content"][number]

/** What a server's answer comes to: text for the model, files for people. Throws `ToolFailure` for an answer that says it failed. */
export function outputOf(tool: string, result: CallToolResult): ToolOutput {
  const blocks = Array.isArray(result.content) ? result.content : []
  const text = blocks.map(textOf).filter(Boolean).join("\n") || structuredText(result)
  if (result.isError) throw new ToolFailure(text || `${tool} failed without saying why.`)
  const artifacts = blocks.flatMap((block, index) => fileOf(tool, block, index + 1))
  return { text: text || (artifacts.length > 0 ? "" : "Done, without a result."), artifacts }
}

/** Most servers say the same in words; where they don't, the data speaks for itself. */
function structuredText({ structuredContent }: CallToolResult): string {
  return structuredContent === undefined ? "" : JSON.stringify(structuredContent, null, 2)
}

function textOf(block: Block): string {
  switch (block.type) {
    case "text":
      return block.text
    case "resource":
      return "text" in block.resource ? block.resource.text : ""
    case "resource_link":
      return `${block.name}: ${block.uri}`
    default:
      return ""
  }
}

function fileOf(tool: string, block: Block, number: number): MadeFile[] {
  if (block.type === "image") return [{ ...made(tool, number, block.mimeType, block.data), isShown: true }]
  if (block.type === "audio") return [made(tool, number, block.mimeType, block.data)]
  if (block.type !== "resource" || !("blob" in block.resource)) return []
  return [made(tool, number, block.resource.mimeType ?? "application/octet-stream", block.resource.blob)]
}

function made(tool: string, number: number, mime: string, data: string): MadeFile {
  const ending = /^[\w.-]+\/([\w.-]+)/.exec(mime)?.[1]?.replace("jpeg", "jpg") ?? "bin"
  return { name: `${tool}-${number}.${ending}`, mime, data: Buffer.from(data, "base64") }
}
