import { messageOf } from "../../text/message-of.ts"
import { ToolFailure } from "../tool.ts"

/** A package that the engine has found, whose type the caller names; one that is there may be broken, or made for another platform. */
export async function importPackage<Module>(url: string, name: string): Promise<Module> {
  try {
    return (await import(url)) as Module
  } catch (error) {
    const why = messageOf(error).split("\n")[0]
    throw new ToolFailure(`The package ${name} can't be loaded here: ${why}. Tell the user.`)
  }
}
