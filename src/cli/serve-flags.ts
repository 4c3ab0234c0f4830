import type { ApprovalPolicy } from "../protocol/environment.ts"

/** The flags of `serve`. */
export type ServeFlags = {
  readonly port?: number
  readonly host?: string[]
  readonly open?: boolean
  /** `false` for `--no-token`; a word is refused, since everybody could read it. */
  readonly token?: string | false
  readonly tokenFile?: string
  readonly workspace?: string[]
  readonly model?: string
  readonly baseUrl?: string
  readonly approve?: ApprovalPolicy
  /** `false` for `--no-sandbox`. */
  readonly sandbox: boolean
  readonly resume?: boolean
  readonly debug?: boolean
}

/** The flags of `mcp`. */
export type McpFlags = Pick<ServeFlags, "workspace" | "model" | "baseUrl" | "approve" | "sandbox" | "debug">
