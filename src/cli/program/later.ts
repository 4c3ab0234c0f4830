import type { Command } from "commander"

const unmade = new WeakMap<Command, () => void>()

/** Most flags are made when their command is called or asked about: making those of all commands is a good part of a start. */
export function later(command: Command, make: () => void): Command {
  unmade.set(command, make)
  return command
}

/** The flags of a command that were left for later. */
export function makeFlags(command: Command): void {
  unmade.get(command)?.()
  unmade.delete(command)
}
