import type { ChatChunk, ChatErrorReply } from "../../protocol/api/chat-api.ts"

/** Keeps proxies awake while a model thinks. */
const BEAT_MS = 15_000

/** Sends one chunk. */
export type SendChunk = (chunk: ChatChunk | ChatErrorReply) => void

/** Server-sent events as chat clients read them: what `work` sends, then `[DONE]`. `work` never rejects. */
export function chatStream(
  work: (send: SendChunk) => Promise<void>,
  { redact, onGone }: { readonly redact: (json: unknown) => string; readonly onGone: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isOpen = true
  return new ReadableStream<Uint8Array>({
    start(out) {
      const write = (frame: string) => {
        if (isOpen) out.enqueue(encoder.encode(frame))
      }
      const beat = setInterval(() => write(": still here\n\n"), BEAT_MS)
      // Not awaited: the stream is read while the run goes on.
      void work((chunk) => write(`data: ${redact(chunk)}\n\n`)).finally(() => {
        clearInterval(beat)
        write("data: [DONE]\n\n")
        if (isOpen) out.close()
      })
    },
    cancel() {
      isOpen = false
      onGone()
    },
  })
}
