/**
 * Whether an error is of a class by its name. A project's code has a copy of this package of its own, and `instanceof` does not
 * know what another copy threw. For classes that nothing extends.
 */
export function isNamedSo(value: unknown, name: string, mark: string): boolean {
  return value instanceof Error && value.name === name && mark in value
}
