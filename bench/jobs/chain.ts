import { carefully, command, edit, inPart, read } from "./actions.ts"
import type { Job } from "./job.ts"
import { number, script } from "./words.ts"

const TEST = "sh test.sh"

function portOf(seed: number): number {
  return 8000 + number(`port/${seed}`, 900)
}

/** Three commands of which each needs what the one before it made. */
export const chain: Job = {
  name: "chain",
  request: `Put the port of docs/service.md into settings.txt, then generate (sh generate.sh), build (sh build.sh) and test (${TEST}), until the test passes.`,
  checks: { test: TEST },
  wantsChange: true,
  canBeVerified: true,
  canBeRefuted: true,
  files: (seed) => ({
    "docs/service.md": `# Service\n\nThe service listens on port ${portOf(seed)}.\n`,
    "settings.txt": "# settings\nname=service\nport=0\n",
    "generate.sh": script(
      "mkdir -p gen",
      'grep -q "port=0" settings.txt && fail "settings.txt has no port yet" || grep -v "^#" settings.txt > gen/settings',
      '[ $status = 0 ] && echo "generated gen/settings: $(grep port gen/settings)"',
    ),
    "build.sh": script(
      '[ -f gen/settings ] || fail "gen/settings is missing; generate first"',
      'mkdir -p dist && [ $status = 0 ] && sed "s/^/app: /" gen/settings > dist/app && echo "built dist/app: $(grep port dist/app)"',
    ),
    "test.sh": script(
      `grep -q "app: port=${portOf(seed)}" dist/app 2>/dev/null && echo "ok - app has $(grep port dist/app)" || fail "dist/app has not the right port"`,
    ),
  }),
  solver: {
    goal: "The service is built with the right port, and the test passes",
    complexity: "medium",
    changes: "files",
    parts: [
      { title: "Set", goal: "settings.txt has the port of docs/service.md", proof: read("settings.txt") },
      { title: "Build", goal: "Generate and build with it", proof: read("settings.txt") },
      { title: "Test", goal: `${TEST} passes`, proof: command(TEST) },
    ],
    next(seen) {
      const port = seen.text.match(/listens on port (\d+)/)?.[1]
      if (seen.lastAt(/ok - app has app/g) > seen.changedAt("settings.txt")) return []
      if (!port) return inPart(0, read("docs/service.md"), read("settings.txt"))
      const at = [
        Math.max(seen.changedAt("settings.txt"), seen.lastAt(new RegExp(`^port=${port}`, "gm"))),
        seen.lastAt(new RegExp(`generated gen/settings: port=${port}`, "g")),
        seen.lastAt(new RegExp(`built dist/app: app: port=${port}`, "g")),
        seen.lastAt(/ok - app has app/g),
      ]
      const steps = [
        inPart(0, carefully(seen, edit("settings.txt", "port=0", `port=${port}`), "port=")),
        inPart(1, command("sh generate.sh")),
        inPart(1, command("sh build.sh")),
        inPart(2, command(TEST)),
      ]
      const first = at.findIndex((place) => place < 0)
      return first < 0 ? [] : steps.slice(first).flat()
    },
    answer: (seen) => `The service is built with port ${seen.text.match(/listens on port (\d+)/)?.[1] ?? "?"}.`,
    notes: (seen) => {
      const lines = [/listens on port \d+/g, /generated gen\/settings: port=\d+/g, /built dist\/app: app: port=\d+/g]
      return lines.flatMap((line) => seen.all(line).at(-1)?.[0] ?? []).join("\n")
    },
  },
  async truth({ seed, read: content, succeeds }) {
    const settings = await content("settings.txt")
    const isRed = !(await succeeds(TEST))
    return { isDone: !isRed && settings.includes(`port=${portOf(seed)}`), isRed }
  },
}
