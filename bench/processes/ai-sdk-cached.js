// The same with Node's compile cache on, as our own command has it.
process.getBuiltinModule("node:module").enableCompileCache()
await import("./ai-sdk.js")
