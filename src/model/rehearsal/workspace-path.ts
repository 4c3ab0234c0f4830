const PLACEHOLDER = "$WORKSPACE"
const PLACEHOLDERS = /\$+WORKSPACE/g

/** Replaces a workspace's absolute path by `$WORKSPACE` and back, without loss also where a text says `$WORKSPACE` itself. */
export class WorkspacePath {
  readonly #plain: Spelling
  readonly #json: Spelling

  constructor(workspace: string) {
    const path = workspace.length > 1 ? workspace.replace(/[/\\]+$/, "") : workspace
    this.#plain = spelling(path)
    this.#json = spelling(JSON.stringify(path).slice(1, -1))
  }

  hide(text: string): string {
    return hide(text, this.#plain)
  }

  show(text: string): string {
    return show(text, this.#plain)
  }

  /** For JSON text, in which the path may be escaped. */
  hideInJson(text: string): string {
    return hide(text, this.#json)
  }

  showInJson(text: string): string {
    return show(text, this.#json)
  }
}

type Spelling = { readonly path: string; readonly pattern: RegExp }

/** Only whole paths: `/projects/a` is neither in `/projects/ab`, nor in `/projects/a.bak`, nor in `/elsewhere/projects/a`; but after an escaped line break. */
function spelling(path: string): Spelling {
  const literal = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
  const before = "(?:(?<![\\w$.-])|(?<=\\\\[nrtbf]))"
  return { path, pattern: new RegExp(`${before}${literal}(?![\\w-]|\\.\\w)`, "g") }
}

function hide(text: string, { pattern }: Spelling): string {
  const escaped = text.replace(PLACEHOLDERS, (found) => `$${found}`)
  return escaped.replace(pattern, () => PLACEHOLDER)
}

function show(text: string, { path }: Spelling): string {
  return text.replace(PLACEHOLDERS, (found) => (found === PLACEHOLDER ? path : found.slice(1)))
}
