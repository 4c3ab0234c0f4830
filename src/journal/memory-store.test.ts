import { describe, it } from "vitest"
import { checkAgainstModel } from "../../test/support/run-store-model.ts"
import { runStoreContract } from "../testing/run-store-contract.ts"
import { MemoryStore } from "./memory-store.ts"

const open = async (options: { now: () => number }) => new MemoryStore(options)

runStoreContract("MemoryStore", open, { describe, it })

it("MemoryStore behaves like the reference model over random commands", async () => {
  await checkAgainstModel(open, { seed: 7, cases: 300 })
})
