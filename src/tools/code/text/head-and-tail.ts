import { stripVTControlCharacters } from "node:util"

/** Keeps the start and the end of an endless output within a fixed amount of memory. */
export class HeadAndTail {
  private readonly half: number
  private readonly head: Buffer
  private readonly tail: Buffer
  private total = 0

  constructor(limit: number) {
    this.half = Math.floor(limit / 2)
    this.head = Buffer.alloc(this.half)
    this.tail = Buffer.alloc(this.half)
  }

  add(chunk: Buffer): void {
    const room = Math.max(0, this.half - this.total)
    chunk.copy(this.head, this.total, 0, room)
    this.addToTail(chunk.subarray(room), Math.max(0, this.total - this.half))
    this.total += chunk.length
  }

  /** True once the middle is lost. */
  get isCut(): boolean {
    return this.total > 2 * this.half
  }

  /** Text without terminal codes; says how much is missing where something is. */
  text(): string {
    const beyond = this.total - this.half
    const head = this.head.subarray(0, Math.min(this.total, this.half))
    if (beyond <= this.half) {
      return clean(Buffer.concat([head, this.tail.subarray(0, Math.max(0, beyond))]).toString("utf8"))
    }
    const seam = beyond % this.half
    const tail = Buffer.concat([this.tail.subarray(seam), this.tail.subarray(0, seam)])
    // A character that the cut went through is dropped.
    const start = clean(head.toString("utf8").replace(/\uFFFD$/, ""))
    const end = clean(tail.toString("utf8").replace(/^\uFFFD+/, ""))
    return `${start}\n[… ${beyond - this.half} bytes cut …]\n${end}`
  }

  /** The tail is a ring: what comes last overwrites what is oldest. */
  private addToTail(chunk: Buffer, position: number): void {
    const skipped = Math.max(0, chunk.length - this.half)
    const kept = chunk.subarray(skipped)
    const start = (position + skipped) % this.half
    const copied = kept.copy(this.tail, start)
    kept.copy(this.tail, 0, copied)
  }
}

function clean(text: string): string {
  return stripVTControlCharacters(text).replaceAll("\r\n", "\n")
}
