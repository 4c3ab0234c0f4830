/** A run can't be started with these options; nothing was started. */
export class RunOptionsError extends TypeError {
  override name = "RunOptionsError"
}
