import type { ChangeRisk } from "../../protocol/log/event.ts"
import { isRunLater } from "../../text/words/run-later.ts"

/* What a file is for, as far as its name tells. */

/** Beside `run-later.ts`: what somebody starts by a build, a test or an installation, and what may be copied to where it runs by itself. */
const STARTED = oneOf([
  String.raw`(gnu)?makefile(\..+)?|.+\.mk|justfile|taskfile\.ya?ml|rakefile|cmakelists\.txt|.+\.gradle(\.kts)?`,
  String.raw`setup\.py|conftest\.py|noxfile\.py|tox\.ini|build\.rs|binding\.gyp|(gulp|grunt)file\.\w+`,
  // Settings that are programs: whoever builds, checks or formats runs them.
  String.raw`.+\.config\.[cm]?[jt]s|\.(eslintrc|prettierrc|babelrc|mocharc)\.[cm]?js`,
  String.raw`(dockerfile|containerfile)(\..+)?|.+\.dockerfile|(docker-)?compose.*\.ya?ml`,
  String.raw`hooks/.+|\.?pre-commit-hooks\.ya?ml|\.gitattributes`,
  String.raw`config\.fish|crontab|cron\.(d|daily|hourly|weekly|monthly)/.+|.+\.(service|timer|desktop|plist)`,
])

const INSTRUCT = oneOf([
  String.raw`(agents|claude|gemini|copilot-instructions)\.md|\.(cursorrules|clinerules|windsurfrules)`,
  String.raw`\.(claude|cursor|keelson)/.+`,
])

const LOCKS = oneOf([
  String.raw`(package-lock|npm-shrinkwrap|packages\.lock)\.json|(yarn|pnpm-lock|bun|cargo|poetry|uv|pdm|pipfile|gemfile|composer|mix|flake|deno)\.(lock|lockb|ya?ml)`,
  String.raw`go\.sum|package\.resolved`,
])
const WISHES = oneOf([
  String.raw`cargo\.toml|go\.(mod|work)|(.*[-_.])?requirements([-_.].*)?\.(txt|in)|pyproject\.toml|setup\.cfg|pipfile|gemfile|.+\.gemspec`,
  String.raw`composer\.json|pom\.xml|build\.sbt|mix\.exs|package\.swift|.+\.(csproj|fsproj|vbproj)|deno\.jsonc?|flake\.nix|environment\.ya?ml`,
  String.raw`\.?(npmrc|yarnrc|yarnrc\.yml)|pnpm-workspace\.yaml|pip\.conf|bunfig\.toml`,
])

/** True for lists of packages that programs write; every line of theirs names an address. */
export function isLockFile(path: string): boolean {
  return LOCKS.test(path)
}

/** The file that says in one place which scripts there are and whose code is used. */
export function isPackageFile(path: string): boolean {
  return /(^|\/)package\.json$/i.test(path)
}

/** What the file as such is, whatever changes in it. */
export function risksByName(path: string): ChangeRisk[] {
  return [
    ...(isRunLater(path) || STARTED.test(path) ? (["runs_later"] as const) : []),
    ...(INSTRUCT.test(path) ? (["instructs"] as const) : []),
    ...(LOCKS.test(path) || WISHES.test(path) ? (["dependencies"] as const) : []),
  ]
}

/** In any folder, whatever the case. */
function oneOf(names: readonly string[]): RegExp {
  return new RegExp(`(^|/)(${names.join("|")})$`, "i")
}
