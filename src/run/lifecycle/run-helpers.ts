import { Background } from "../../tools/background/background.ts"
import { ChildPool } from "../../tools/child/child-pool.ts"

/** The processes beside the engine's own that belong to one life of a run, and end with it. */
export class RunHelpers implements AsyncDisposable {
  readonly children = new ChildPool()
  readonly background = new Background()

  async [Symbol.asyncDispose](): Promise<void> {
    await this.background[Symbol.asyncDispose]()
    await this.children[Symbol.asyncDispose]()
  }
}
