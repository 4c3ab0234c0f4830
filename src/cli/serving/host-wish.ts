import { saidByFlags } from "../../config.ts"
import type { HostWish } from "../../host/serving/run-host.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"

/** What the flags of a process that serves say of its runs. */
export function hostWishOf(flags: Pick<ServeFlags, "allowSource"> & object): HostWish {
  return { said: saidByFlags(flags), allowSource: flags.allowSource }
}
