import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

/** `fast` runs in-process only; `slow` starts real processes (the CLI, examples, kill -9); `attacks` is run as root and as an ordinary user. */
const SLOW = [
  "test/cli/**/*.test.ts",
  "test/durability/kill*.test.ts",
  "test/examples.test.ts",
  "test/recipes/**/*.test.ts",
  "test/console/**/*.test.ts",
]

const ATTACKS = "test/attacks/**/*.test.ts"

export default defineConfig({
  resolve: { conditions: ["keelson-source"] },
  ssr: { resolve: { conditions: ["keelson-source"] } },
  test: {
    // Many tests wait for a process or a browser: with one worker for each core, cores would be idle.
    maxWorkers: availableParallelism() + 1,
    // These end what hangs. What is only slow, for others have the machine, is let be.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...SLOW, ATTACKS],
          // A worker keeps what it has loaded: loading it for each file took longer than most files' tests.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: { name: "attacks", include: [ATTACKS], globalSetup: "test/built.ts" },
      },
      {
        extends: true,
        test: { name: "slow", include: SLOW, globalSetup: "test/built.ts" },
      },
    ],
  },
})
