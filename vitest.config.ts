import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

/**
 * `fast` runs in-process; `apart` likewise, each file in a worker of its own; `console` looks at pages in a browser;
 * `slow` starts real processes (the CLI, examples, kill -9); `cluster` has a PostgreSQL server; `attacks` is run as root and as an ordinary user.
 */
const SLOW = [
  "test/cli/**/*.test.ts",
  "test/docs/**/*.test.ts",
  "test/durability/kill*.test.ts",
  "test/examples.test.ts",
  "test/played/**/*.test.ts",
  "test/recipes/**/*.test.ts",
  "test/console/{kill,report}.test.ts",
]

const CONSOLE = "test/console/**/*.test.ts"

/** What `npm test` leaves for other days. */
const LEFT = process.env.KEELSON_TEST_LEFT?.split(",") ?? []

/**
 * These start git, checks and shells by the hundred, or load large native libraries. To start a process is the dearer the more memory
 * the worker has, and one that many files share has a lot: there the first of these took five times as long.
 */
const APART = [
  "src/checkpoints/**/*.test.ts",
  "src/tools/shell/shell-fuzz.test.ts",
  "src/tools/creation/**/*.test.ts",
  "test/durability/resume-strategies.test.ts",
  "test/durability/crash-matrix/{against-base,cheats,guards,leave-it,two-closings}.test.ts",
  "test/campaign/**/*.test.ts",
  "test/host/**/*.test.ts",
  "test/jobs/**/*.test.ts",
  "test/packed/**/*.test.ts",
  "test/properties/{guarantees,undo}.test.ts",
  "test/scenarios/{against-base,check-traces,cheats,follow-up,leave-it,undo}.test.ts",
  "test/tools/**/*.test.ts",
]

const ATTACKS = "test/attacks/**/*.test.ts"

const CLUSTER = "test/cluster/**/*.test.ts"

/** A worker keeps what it has loaded, a browser too: loading it for each file took longer than most files' tests. */
const SHARED = { isolate: false, unstubEnvs: true, unstubGlobals: true }

export default defineConfig({
  resolve: { conditions: ["keelson-source"] },
  ssr: { resolve: { conditions: ["keelson-source"] } },
  test: {
    // Many tests wait for a process or a browser: with one worker for each core, cores would be idle.
    maxWorkers: availableParallelism() + 2,
    setupFiles: "test/setup.ts",
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
          exclude: [...SLOW, ...APART, CONSOLE, ATTACKS, CLUSTER],
          ...SHARED,
        },
      },
      {
        extends: true,
        test: { name: "apart", include: APART, exclude: LEFT, globalSetup: "test/built.ts" },
      },
      {
        extends: true,
        test: {
          name: "console",
          include: [CONSOLE],
          exclude: [...SLOW, ...LEFT],
          globalSetup: "test/built.ts",
          ...SHARED,
        },
      },
      {
        extends: true,
        test: { name: "attacks", include: [ATTACKS], globalSetup: "test/built.ts" },
      },
      {
        extends: true,
        test: {
          name: "cluster",
          include: [CLUSTER],
          exclude: LEFT,
          globalSetup: ["test/built.ts", "test/cluster/one-server.ts"],
        },
      },
      {
        extends: true,
        test: { name: "slow", include: SLOW, exclude: LEFT, globalSetup: "test/built.ts", ...SHARED },
      },
    ],
  },
})
