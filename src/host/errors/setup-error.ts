import { KeelsonError } from "../../protocol/log/keelson-error.ts"

/** What the config or its caller asks for can't be had; nothing was started. */
export class SetupError extends KeelsonError {
  override name = "SetupError"

  constructor(message: string) {
    super("bad_request", "refused", message)
  }
}
