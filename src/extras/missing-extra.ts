import { KeelsonError } from "../protocol/log/keelson-error.ts"
import { EXTRAS, type ExtraName } from "./extras.ts"

/** Something was asked for that needs packages which are not installed here. The command is the same on every surface, so it is said at once. */
export class MissingExtraError extends KeelsonError {
  override name = "MissingExtraError"

  constructor(extra: ExtraName, isInWorkspace = false) {
    const command = `"keelson install ${extra}" installs it`
    const stands = isInWorkspace
      ? `is installed only in the workspace itself, where runs may write, and is not loaded from there; ${command} into Keelson's own folder.`
      : `is not installed; ${command}.`
    super("missing_extra", "refused", `The extra "${extra}", which brings ${EXTRAS[extra].brings[0]}, ${stands}`)
  }
}
