import { createHash } from "node:crypto"

const MARK = "emulated:"
/** What Google accepts in place of a signature that the client does not have. */
const SENTINEL = "skip_thought_signature_validator"

/** An opaque mark that only fits this text; made of the text alone, so that a restarted emulator knows it. */
export function sign(text: string): string {
  const digest = createHash("sha1").update(text).digest("hex")
  return Buffer.from(`${MARK}${digest}`).toString("base64")
}

/** Whether a signature came from an emulator and, if the text is known, fits it. */
export function isGenuine(signature: string, text?: string): boolean {
  if (signature === SENTINEL) return true
  if (text !== undefined) return signature === sign(text)
  return Buffer.from(signature, "base64").toString("utf8").startsWith(MARK)
}
