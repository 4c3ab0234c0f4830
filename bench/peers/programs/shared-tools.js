// The same two tools and the same instructions for every library.
import * as files from "node:fs/promises"

export const INSTRUCTIONS = "You work on the files of this folder with your tools. End with the answer."

export const DESCRIPTIONS = { read_file: "Read a text file.", write_file: "Write a text file." }

export function readFile({ path }) {
  return files.readFile(path, "utf8")
}

export async function writeFile({ path, content }) {
  await files.writeFile(path, content)
  return "written"
}
