import { KeelsonError } from "../protocol/keelson-error.ts"
import { EXTRAS, type ExtraName } from "./extras.ts"

/** Something was asked for that needs packages which are not installed here. */
export class MissingExtraError extends KeelsonError {
  override name = "MissingExtraError"

  constructor(extra: ExtraName, isInWorkspace = false) {
    const { brings, packages } = EXTRAS[extra]
    const stands = isInWorkspace
      ? "is installed only in the workspace itself, where runs may write, and is not loaded from there"
      : "is not installed"
    const message = `The extra "${extra}" ${stands}; it brings ${brings[0]} (${packages[0]}).`
    super("missing_extra", "refused", message, { remedy: "install", extra })
  }
}
