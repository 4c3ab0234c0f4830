import type { SandboxPlace } from "./sandbox.ts"
export async function watchPlants(_place: SandboxPlace): Promise<() => Promise<readonly string[]>> {
  return async () => []
}
