import { runCommand } from "../process/run-command.ts"
import { findProgram } from "../programs/find-program.ts"
import { type ToolContext, ToolFailure } from "../tool.ts"

/* Programs that make pictures of what other people made run where commands run: in the sandbox, if the run has one. */

/** Text that a picture of a page takes as base64, at most. */
const MOST_OUTPUT = 16_000_000

const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]

/** One page of a PDF file of the workspace as a PNG. */
export function renderPdfPage(path: string, page: number, context: ToolContext): Promise<Uint8Array> {
  const program = findProgram("pdftoppm")
  if (!program)
    throw new ToolFailure(
      "Pages of PDF files can't be shown here: pdftoppm (poppler-utils) is not installed. Tell the user.",
    )
  const command = '"$PROGRAM" -png -singlefile -r 110 -f "$PAGE" -l "$PAGE" "$FILE" 2>/dev/null | base64'
  return made(
    command,
    { PROGRAM: program, PAGE: String(page), FILE: `./${path}` },
    context,
    `"${path}" has no page ${page}, or is damaged.`,
  )
}

/** A page as a browser shows it: an HTML file of the workspace, or what a server of this machine answers. Only in a sandbox, where it reaches nothing else. */
export function photographPage(place: string, context: ToolContext): Promise<Uint8Array> {
  const program = BROWSERS.map((name) => findProgram(name)).find((found) => found !== undefined)
  if (!program) throw new ToolFailure("Pages can't be shown here: Chromium is not installed. Tell the user.")
  if (!context.sandbox)
    throw new ToolFailure("Pages are shown only in a sandbox, and this run has none. Tell the user.")
  const address = isAddress(place) ? place : `file://${encodeURI(`${context.workspace.root}/${place}`)}`
  const options =
    "--headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,900 --virtual-time-budget=5000"
  const command = `T=$(mktemp -d); "$PROGRAM" ${options} --user-data-dir="$T" --screenshot="$T/page.png" "$ADDRESS" >/dev/null 2>&1; base64 "$T/page.png" 2>/dev/null; rm -rf "$T"`
  return made(
    command,
    { PROGRAM: program, ADDRESS: address },
    context,
    `The browser could not show ${place}; does a server answer there?`,
  )
}

async function made(
  command: string,
  env: Readonly<Record<string, string>>,
  context: ToolContext,
  otherwise: string,
): Promise<Uint8Array> {
  const { output, timedOut } = await runCommand(
    { ...context, report: () => {} },
    { command, env, maxOutputBytes: MOST_OUTPUT },
  )
  const bytes = /^[A-Za-z0-9+/=\s]+$/.test(output) ? Buffer.from(output, "base64") : Buffer.alloc(0)
  if (bytes.length === 0) throw new ToolFailure(timedOut ? "It took too long to make a picture of this." : otherwise)
  return bytes
}

/** An address of this machine. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place)
}

/** Throws where an address is not this machine's. */
export function refuseElsewhere(address: string): void {
  const { hostname } = new URL(address)
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)) {
    throw new ToolFailure(`"${address}" is not on this machine; only pages of localhost can be shown.`)
  }
}
