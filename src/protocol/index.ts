/** What goes over the wire or to disk: schemas and their types. */
export * from "./control.ts"
export * from "./environment.ts"
export * from "./event.ts"
export * from "./limits.ts"
export * from "./message.ts"
export * from "./outcome.ts"
export * from "./run.ts"
export * from "./usage.ts"
