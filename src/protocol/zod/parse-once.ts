/** For what is parsed once in a process: zod compiles code for an object before it parses the first, which pays only for many. */
export const ONCE = { jitless: true } as const
