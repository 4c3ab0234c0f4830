// `npm run attacks`: plays all attacks, as root and as an ordinary user where that can be done, and writes the table in docs/security.md.
import { spawnSync } from "node:child_process"
import { attackTable, MARK, writeTable } from "./attack-table.js"
import { build, env, install, root } from "./bootstrap.js"
import { prepareSystem } from "./system.js"
import { playAttacksAsOrdinaryUser, runVitest } from "./vitest-run.js"

// The table counts all of them.
env.KEELSON_TEST_WHOLE = process.env.KEELSON_TEST_WHOLE = "1"
install()
prepareSystem()
build()
const marked = spawnSync("git", ["grep", "-l", `"${MARK}`, "--", "test/console", "test/cli"], {
  cwd: root,
  env,
})
const browser = marked.stdout.toString().split("\n").filter(Boolean)
const others = playAttacksAsOrdinaryUser()
const own = await runVitest(["test/attacks/", ...browser])
const other = await others
if (other) writeTable(attackTable({ asRoot: own.report, asUser: other.report }))
else console.error("keelson: docs/security.md is left as it is: only root on Linux can play both parts.")
process.exit(own.code || (other?.code ?? 0))
