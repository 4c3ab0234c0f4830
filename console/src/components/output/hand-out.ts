/** Puts a text where it can be pasted from; also where the page's origin is not a secure one. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand("copy")
  area.remove()
}

/** Saves a text as a file of the user's. */
export function download(name: string, text: string, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then, however slow it is.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
