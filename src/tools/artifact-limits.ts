/** How many files one call may hand over. */
const MOST_FILES = 8
/** Bytes of one file. */
const LARGEST_FILE = 5_000_000

type Sized = { readonly name: string; readonly size: number }

/** Splits what a call made into what is kept and a sentence for each file that is not. */
export function withinLimits<File extends Sized>(files: readonly File[]): { kept: File[]; notes: string[] } {
  const small = files.filter(({ size }) => size <= LARGEST_FILE)
  const large = files.filter(({ size }) => size > LARGEST_FILE)
  const notes = large.map(
    ({ name, size }) =>
      `${name} was not kept: ${formatSize(size)}, at most ${formatSize(LARGEST_FILE)} are. Make it smaller.`,
  )
  const extra = small.slice(MOST_FILES).map(({ name }) => name)
  if (extra.length > 0) notes.push(`Not kept: ${extra.join(", ")}. At most ${MOST_FILES} files of one call are.`)
  return { kept: small.slice(0, MOST_FILES), notes }
}

/** "740 bytes", "12 kB", "3.4 MB". */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
