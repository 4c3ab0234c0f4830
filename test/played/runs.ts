/** A run of Keelson that a capable model played, and what has to come of it when its replies are played again. */
export type PlayedRun = {
  /** The folder beside this file with the workspace, the request and the hidden test. */
  readonly job: string
  /** Its replies are in the file of that name. */
  readonly strategy: string
  readonly verified: boolean
  /** Of `git status`, when it is over. */
  readonly changes: readonly string[]
  /** Programs that the run or its hidden test starts, beyond node, git and a shell. */
  readonly needs: readonly string[]
}

const PYTHON = ["python3", "pytest"]

const RENAMED = ["CHANGELOG.md", "README.md", "bin/tablekit.js", "docs/guide.md"]
const RENAMED_CODE = ["cache.js", "index.d.ts", "index.js", "load.js", "steps.js"].map((name) => `src/${name}`)
const RENAMED_TESTS = ["test/cache.test.js", "test/load.test.js"]
const WITHOUT_CALENDAR = ["CHANGELOG.md", "README.md", "bin/plotbook.js", "docs/invoices.md", "package.json"]
const WITHOUT_CALENDAR_CODE = ["src/book.js", "src/days.js", "src/index.js", "src/text.js", "test/plotbook.test.js"]

export const ON_NODE: readonly PlayedRun[] = [
  {
    job: "js-bug",
    strategy: "auto",
    verified: true,
    changes: changed("README.md", "src/cache.js", "test/cache.test.js"),
    needs: [],
  },
  {
    job: "js-bug",
    strategy: "stepwise",
    verified: true,
    changes: changed("src/cache.js", "test/cache.test.js"),
    needs: [],
  },
  {
    job: "make-pass",
    strategy: "auto",
    verified: true,
    changes: changed("src/allocate.js", "src/amounts.js", "src/calendar.js"),
    needs: ["python3"],
  },
  {
    job: "make-pass",
    strategy: "todo",
    verified: true,
    changes: changed("src/allocate.js", "src/amounts.js", "src/calendar.js"),
    needs: ["python3"],
  },
  {
    // One test and the lint fail before as after.
    job: "red-repo",
    strategy: "auto",
    verified: false,
    changes: changed("docs/rates.md", "src/rates.js", "test/rates.test.js"),
    needs: [],
  },
  {
    job: "red-repo",
    strategy: "react",
    verified: false,
    changes: changed("docs/rates.md", "src/rates.js", "test/rates.test.js"),
    needs: [],
  },
  {
    // The request wants a test that fails. When it was played, the run ended as failed.
    job: "failing-test",
    strategy: "auto",
    verified: false,
    changes: changed("test/slugger.test.js"),
    needs: [],
  },
  {
    job: "delete-feature",
    strategy: "auto",
    verified: true,
    changes: [
      ...changed(...WITHOUT_CALENDAR, ...WITHOUT_CALENDAR_CODE),
      ...["docs/calendar.md", "src/ics.js"].map((path) => ` D ${path}`),
    ],
    needs: ["python3"],
  },
  {
    job: "rename",
    strategy: "auto",
    verified: true,
    changes: [...changed(...RENAMED, ...RENAMED_CODE, ...RENAMED_TESTS), "?? test/alias.test.js"],
    needs: ["python3", "perl"],
  },
  {
    job: "empty",
    strategy: "auto",
    verified: true,
    changes: ["README.md", "csvgroup.js", "package.json", "test/csvgroup.test.js"].map((path) => `?? ${path}`),
    needs: ["python3"],
  },
]

export const ELSEWHERE: readonly PlayedRun[] = [
  { job: "question", strategy: "auto", verified: false, changes: [], needs: ["python3"] },
  { job: "question", strategy: "react", verified: false, changes: [], needs: ["python3"] },
  { job: "report", strategy: "auto", verified: false, changes: ["?? summary.md"], needs: ["python3"] },
  { job: "nothing-to-do", strategy: "auto", verified: false, changes: [], needs: PYTHON },
  {
    job: "py-feature",
    strategy: "phased",
    verified: true,
    changes: changed(
      ...["README.md", "tests/test_cli.py", "tests/test_report.py", "timesheet/cli.py", "timesheet/report.py"],
    ),
    needs: PYTHON,
  },
  {
    job: "py-bug-decimal",
    strategy: "auto",
    verified: true,
    changes: changed(
      ...["README.md", "billing/money.py", "billing/reminder.py"],
      ...["tests/test_invoice.py", "tests/test_money.py", "tests/test_reminder.py"],
    ),
    needs: PYTHON,
  },
  {
    job: "paste",
    strategy: "auto",
    verified: true,
    changes: changed("stockroom/recent.py", "tests/test_recent.py", "tests/test_service.py"),
    needs: PYTHON,
  },
  {
    job: "sh-make",
    strategy: "rounds",
    verified: true,
    changes: changed("bin/manifest.sh", "tests/test_manifest.sh"),
    needs: ["python3", "make"],
  },
]

function changed(...paths: readonly string[]): string[] {
  return paths.map((path) => ` M ${path}`)
}
