/** The script that a command of npm or pnpm ended in, and what that script printed. */
export type FailedScript = {
  /** `posttest`; absent where the output doesn't say which script failed. */
  readonly script?: string
  readonly lines: readonly string[]
}

type Header = { readonly at: number; readonly owner: string; readonly script: string; readonly command: string }

/** Scripts that run side by side, or go on after a failure: then any of them may be the one that failed. */
const SIDE_BY_SIDE =
  /\b(?:run-p|concurrently|wireit|turbo|nx|lerna)\b|npm-run-all\d?.* (?:-p|--parallel)\b|--continue-on-error|--workspaces\b|(?:pnpm|bun) .*(?:-r|--recursive|--filter)\b/
const GOES_ON = /;|\|\||(?<![&>])&(?![&>\d])/

/** By npm's headers, `> package@version script` above `> command`: in a chain of scripts only the last one that began can have failed. */
export function failedScript(lines: readonly string[]): FailedScript {
  const headers = headersIn(lines)
  const named = workspaceScripts(lines)
  if (named !== undefined) return { script: named, lines }
  const isChain = new Set(headers.map(({ owner }) => owner)).size === 1
  const last = isChain && headers.every((header) => runsInOrder(header, headers)) ? culprit(headers) : undefined
  return last === undefined ? { lines } : { script: last.script, lines: lines.slice(last.at) }
}

function headersIn(lines: readonly string[]): Header[] {
  return lines.flatMap((line, index) => {
    const [, owner = "", script] = /^> (?:(\S+@\S*) )?([\w:.-]+)(?: \/.*)?$/.exec(line) ?? []
    const command = /^> (.*)$/.exec(lines[index + 1] ?? "")?.[1]
    const isAlone = index === 0 || lines[index - 1]?.trim() === ""
    return script === undefined || command === undefined || !isAlone ? [] : [{ at: index + 2, owner, script, command }]
  })
}

function runsInOrder({ at, command }: Header, headers: readonly Header[]): boolean {
  if (SIDE_BY_SIDE.test(command)) return false
  return !GOES_ON.test(command) || !headers.some((header) => header.at > at && calls(command, header.script))
}

/** A script that goes on after those that it calls may have failed itself: then it is the one. */
function culprit(headers: readonly Header[]): Header | undefined {
  let found = headers.at(-1)
  for (let caller = found && callerOf(headers, found); caller; caller = callerOf(headers, caller)) {
    if (!endsWithCallOf(caller.command, found?.script ?? "")) found = caller
  }
  return found
}

function callerOf(headers: readonly Header[], { at, script }: Header): Header | undefined {
  return headers.findLast((header) => header.at < at && header.script !== script && calls(header.command, script))
}

/** `pretest` and `posttest` are called by whatever calls `test`. */
function calls(command: string, script: string): boolean {
  return words(command).includes(script) || words(command).includes(script.replace(/^(?:pre|post)/, ""))
}

function endsWithCallOf(command: string, script: string): boolean {
  return calls(command.split("&&").at(-1) ?? "", script)
}

function words(command: string): string[] {
  return command.split(/[\s"']+/).map((word) => word.replace(/^npm:/, ""))
}

/** npm goes through all workspaces and says which of them failed. */
function workspaceScripts(lines: readonly string[]): string | undefined {
  const names = lines.flatMap((line, index) => {
    const script = /^npm (?:error|ERR!) Lifecycle script `(.+)` failed/.exec(line)?.[1]
    if (script === undefined) return []
    const below = lines.slice(index, index + 8)
    const owner = below.map((text) => /^npm (?:error|ERR!) workspace (\S+?)(?:@[^@/]*)?$/.exec(text)?.[1]).find(Boolean)
    return owner === undefined ? [] : [`${script} of ${owner}`]
  })
  return names.length === 0 ? undefined : [...new Set(names)].sort().join(", ")
}
