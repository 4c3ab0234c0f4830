import type { Check } from "../check.ts"
import type { Project } from "../project.ts"

/** The tests of a Ruby project: Rails, RSpec, a task of its Rakefile, or the files themselves. */
export async function rubyChecks(project: Project): Promise<Check[]> {
  const hasBundler = (await project.exists("Gemfile")) && (await project.hasProgram("bundle"))
  const start = hasBundler ? "bundle exec " : ""
  const found = await rubyTests(project)
  return found === undefined
    ? []
    : [{ name: "test", kind: "test", ...found, command: found.plain ?? start + found.command }]
}

type RubyTests = Pick<Check, "command" | "source" | "parser"> & { readonly plain?: string }

async function rubyTests(project: Project): Promise<RubyTests | undefined> {
  const rakefile = (await project.readText("Rakefile")) ?? ""
  const specs = (await project.list("spec")).some((name) => /_spec\.rb$|^spec_helper\.rb$|\/$/.test(name))
  // A task of that name runs specs of any kind; what is RSpec's names it.
  const task = /^\s*task\s*\(?:?["']?spec\b/m.test(rakefile) && !/rspec/i.test(rakefile)
  const isRspec = ((await project.exists("Gemfile")) && specs) || (await hasFiles(project, "spec", /_spec\.rb$/))
  if ((await project.exists(".rspec")) || (isRspec && !task)) {
    return { command: "rspec", source: (await project.exists(".rspec")) ? ".rspec" : "spec", parser: "rspec" }
  }
  const tests = await hasFiles(project, "test", /^test_.*\.rb$|_test\.rb$/)
  if (tests && (await project.exists("bin/rails"))) {
    return { command: "bin/rails test", plain: "bin/rails test", source: "bin/rails", parser: "minitest" }
  }
  if (/Rake::TestTask|Minitest::TestTask|^\s*task\s*\(?:?["']?test\b/m.test(rakefile)) {
    return { command: "rake test", source: "Rakefile", parser: "minitest" }
  }
  if (task) return { command: "rake spec", source: "Rakefile", parser: "minitest" }
  if (!tests) return undefined
  const all = `Dir["./test/**/{test_*,*_test}.rb"].sort.each { |file| require file }`
  return { command: `ruby -Ilib -Itest -e '${all}'`, source: "test", parser: "minitest" }
}

/** Whether such files are in a folder, or in a folder of it. */
async function hasFiles(project: Project, folder: string, pattern: RegExp): Promise<boolean> {
  const names = await project.list(folder)
  if (names.some((name) => pattern.test(name))) return true
  const inner = await Promise.all(
    names.filter((name) => name.endsWith("/")).map((name) => project.list(`${folder}/${name.slice(0, -1)}`)),
  )
  return inner.flat().some((name) => pattern.test(name))
}

/** The tests of a PHP project: Composer's script of that name, else PHPUnit or Pest where they are configured or wanted. */
export async function phpChecks(project: Project): Promise<Check[]> {
  const composer = (await project.readText("composer.json")) ?? ""
  const test = { name: "test", kind: "test", parser: "phpunit" } as const
  if (/"scripts"\s*:\s*\{[^}]*"test"\s*:/.test(composer) && (await project.hasProgram("composer"))) {
    return [{ ...test, command: "composer run-script --no-interaction test", source: "composer.json scripts.test" }]
  }
  const config = (await project.list(".")).find((name) => /^phpunit\.(?:dist\.)?xml(?:\.dist)?$/.test(name))
  const isPest = /"pestphp\/pest"\s*:/.test(composer)
  const isWanted = isPest || /"phpunit\/phpunit"\s*:|"symfony\/phpunit-bridge"\s*:/.test(composer)
  if (!isWanted && config === undefined) return []
  const own = `vendor/bin/${isPest ? "pest" : "phpunit"}`
  const isThere = await project.exists(own)
  // The machine's own does where nothing but the autoloader was set up; without a composer.json nothing would ever be in vendor.
  const isBare = !isThere && !isPest && (await project.exists("vendor/autoload.php"))
  const isElsewhere = composer === "" || (isBare && (await project.hasProgram("phpunit")))
  return [{ ...test, command: isThere || !isElsewhere ? own : "phpunit", source: config ?? "composer.json" }]
}

/** The tests of an Elixir project, or of all applications of an umbrella. */
export async function elixirChecks(project: Project): Promise<Check[]> {
  if (!(await project.exists("mix.exs"))) return []
  return [{ name: "test", kind: "test", command: "mix test", source: "mix.exs", parser: "exunit" }]
}

/** The tests of a Deno project: its task of that name, else all that are found. */
export async function denoChecks(project: Project): Promise<Check[]> {
  for (const source of ["deno.json", "deno.jsonc"]) {
    const text = await project.readText(source)
    if (text === undefined) continue
    const hasTask = /"tasks"\s*:\s*\{[^}]*"test"\s*:/.test(text)
    const command = hasTask ? "deno task test" : "deno test --cached-only"
    return [{ name: "test", kind: "test", command, source: hasTask ? `${source} tasks.test` : source, parser: "deno" }]
  }
  return []
}
