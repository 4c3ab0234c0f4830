/** Where `${NAME}` is looked up. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Values with their variables filled in, and how to hide those again. */
export type FilledIn = {
  readonly values: Readonly<Record<string, string>>
  /** Puts the names back wherever a filled-in value shows up. */
  hide(text: string): string
}

const REFERENCE = /\$\{(\w+)\}/g
/** What is shorter could be anything, and would garble every text. */
const SHORTEST_SECRET = 6

/** Fills in the user's variables. Throws where one is not set: a server without its key only fails later, and less clearly. */
export function resolveVariables(given: Readonly<Record<string, string>>, variables: Variables): FilledIn {
  const used = new Map<string, string>()
  const fill = (text: string) =>
    text.replace(REFERENCE, (_all, name: string) => {
      const value = variables[name]
      if (value === undefined) throw new Error(`the variable ${name} is not set`)
      used.set(name, value)
      return value
    })
  const values = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, fill(text)]))
  const secrets = [...used].filter(([, value]) => value.length >= SHORTEST_SECRET)
  return {
    values,
    hide: (text) => secrets.reduce((left, [name, value]) => left.replaceAll(value, `\${${name}}`), text),
  }
}
