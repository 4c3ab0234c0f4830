import { readConfig } from "../../config.ts"
import { resolveNamed } from "../../host/model/resolve-configured-model.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { keepModel, setUpModel } from "../setup/ready-config.ts"
import { UsageError } from "../terminal/failure.ts"
import { print } from "../terminal/output.ts"

/** Chooses the model of the runs to come and keeps it; where nobody can be asked, says which one it is. */
export async function modelCommand(named: string | undefined, flags: { readonly baseUrl?: string }): Promise<number> {
  const { baseUrl } = flags
  const config = await readConfig({ workspace: await workspaceRoot(), model: named, baseUrl })
  if (named !== undefined) {
    // What can't be asked is not kept.
    resolveNamed(config, named)
    keepModel(config.environment, { model: named, baseUrl })
    return 0
  }
  if (process.stdin.isTTY && process.stderr.isTTY)
    return (await setUpModel(config.environment, config.model === undefined)) ? 0 : 1
  if (config.model === undefined) throw new UsageError("no model is configured: keelson model PROVIDER:NAME keeps one.")
  print(config.model)
  return 0
}
