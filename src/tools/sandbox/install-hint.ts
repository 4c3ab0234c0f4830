import { findProgram } from "../programs/find-program.ts"

const INSTALLERS: readonly (readonly [string, string])[] = [
  ["apt-get", "sudo apt-get install"],
  ["dnf", "sudo dnf install"],
  ["pacman", "sudo pacman -S"],
  ["zypper", "sudo zypper install"],
  ["apk", "sudo apk add"],
]

/** The command that installs a package on this system. */
export function installation(name: string): string {
  const [, command] = INSTALLERS.find(([program]) => findProgram(program)) ?? []
  return command === undefined ? `the package ${name}` : `${command} ${name}`
}
