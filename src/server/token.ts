import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/** 256 bits of chance, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString("base64url")
}

/** The shortest token that a user may choose. */
export const SHORTEST_TOKEN = 16

/** Takes as long whatever was guessed right, and however long the guess is. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected))
}

/** What the browser keeps: it opens the door like the token, but does not tell it. */
export function cookieValue(token: string): string {
  return createHmac("sha256", token).update("keelson console").digest("base64url")
}

/** Cookies don't tell ports apart, so the name does: two servers on one machine don't sign each other out. */
export function cookieName(port: number): string {
  return `keelson_${port}`
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
