// Programs of the system that some tests need: installed where that may be done (Debian, as root), named elsewhere.
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { tryRun } from "./bootstrap.js"

const NEEDS = [
  { package: "git", for: "undo", isThere: () => onPath("git") },
  { package: "bubblewrap", for: "the sandbox", isThere: () => process.platform !== "linux" || onPath("bwrap") },
  { package: "python3", for: "run_code", isThere: () => onPath("python3") },
  { package: "python3-pytest", for: "pytest in the sandbox", isThere: hasPytest },
  { package: "make", for: "a project with a Makefile", isThere: () => onPath("make") },
  { package: "poppler-utils", for: "looking at PDFs", isThere: () => onPath("pdftoppm") },
  { package: "libreoffice-impress", for: "looking at slides", isThere: () => onPath("soffice") },
  { package: "tmux", for: "screens of the command line", isThere: () => onPath("tmux") },
  { package: "unzip", for: "slides", isThere: () => onPath("unzip") },
  { package: "fonts-noto-cjk", for: "Chinese text in PDFs", isThere: hasChineseFont },
  // The shell alone takes a quarter of the whole browser's time.
  {
    package: "chromium-headless-shell",
    or: "chromium",
    for: "the console",
    isThere: () =>
      onPath("chromium-headless-shell") ||
      (!mayInstall() && ["chromium", "google-chrome"].some((name) => onPath(name))),
  },
]

/** Brings what is missing, or says what is skipped without it; in CI a skip is a failure. Of all that is needed, or of these packages. */
export function prepareSystem(packages) {
  const missing = NEEDS.filter((need) => packages?.includes(need.package) ?? true).filter((need) => !need.isThere())
  if (missing.length === 0) return
  const names = missing.map((need) => need.package)
  if (mayInstall()) {
    console.error(`keelson: installing ${names.join(", ")} …`)
    const apt = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
    tryRun("apt-get", ["update", "-qq"], apt)
    const get = (...packages) =>
      tryRun("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], apt)
    // One that this Debian does not have would keep the others away.
    if (get(...names) !== 0) for (const need of missing) if (get(need.package) !== 0 && need.or) get(need.or)
  }
  for (const need of missing.filter((gone) => !gone.isThere()))
    console.error(`keelson: ${need.package} is not there: the tests of ${need.for} are skipped.`)
}

function mayInstall() {
  return process.platform === "linux" && process.getuid?.() === 0 && onPath("apt-get")
}

function onPath(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)))
}

function hasPytest() {
  return ["python3", "/usr/bin/python3"].some(
    (python) => spawnSync(python, ["-c", "import pytest"], { stdio: "ignore" }).status === 0,
  )
}

function hasChineseFont() {
  const { stdout } = spawnSync("fc-list", [":lang=zh", "family"], { encoding: "utf8" })
  return (stdout ?? "").trim() !== "" || existsSync("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
}
