/** A text as SQL spells it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A name as SQL spells it, whatever is in it. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A path that stands for itself alone: DuckDB takes paths for patterns. */
export function exactly(path: string): string {
  return path.replace(/[[*?]/g, "[$&]")
}

/** `{'a': 'BIGINT'}`, as the readers of DuckDB want their columns. */
export function columnMap(columns: readonly { readonly name: string; readonly type: string }[]): string {
  return `{${columns.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(", ")}}`
}
