import { createHash, randomBytes, timingSafeEqual } from "node:crypto"

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

/** What a token is known by where it is not kept itself. */
export function digestOf(token: string): string {
  return digest(token).toString("base64url")
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}
