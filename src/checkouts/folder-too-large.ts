import { KeelsonError } from "../protocol/log/keelson-error.ts"

/** A folder that moves can't be kept, so that nobody else could go on with it. */
export class FolderTooLarge extends KeelsonError {
  override name = "FolderTooLarge"
  constructor(bytes: number, most: number) {
    const [now, allowed] = [bytes, most].map((count) => `${Math.ceil(count / 1024 / 1024)} MiB`)
    super(
      "folder_too_large",
      "refused",
      `What the run changed in its folder is too large to be kept with it: ${now}, and a run may have ${allowed}. Let it write less, or name what need not be kept in a .gitignore.`,
    )
  }
}
