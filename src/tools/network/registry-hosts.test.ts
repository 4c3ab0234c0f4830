import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { registryNeeds } from "./registry-hosts.ts"

const needs = async (command: string, files: Record<string, string> = {}, environment = {}) => {
  await using fixture = await makeFixture(files)
  return registryNeeds(command, [fixture.workspace.root], environment)
}

it.each([
  ["npm ci", ["registry.npmjs.org"]],
  ["cd web && yarn install", ["registry.npmjs.org", "registry.yarnpkg.com", "repo.yarnpkg.com"]],
  ["python3 -m pip install -r requirements.txt", ["pypi.org", "files.pythonhosted.org"]],
  ["./mvnw -q test", ["repo.maven.apache.org", "repo1.maven.org"]],
  ["cargo build", ["index.crates.io", "static.crates.io", "crates.io"]],
  ["go mod download", ["proxy.golang.org", "sum.golang.org"]],
])("%s", async (command, domains) => {
  expect(await needs(command, { "package.json": "{}" })).toMatchObject({ domains, named: [] })
})

it("goes by the project where the command names no package manager", async () => {
  const files = { "package.json": "{}", "go.mod": "module x\n" }
  expect(await needs("make deps", files)).toMatchObject({
    names: ["the npm registry", "the Go module proxy"],
    domains: ["registry.npmjs.org", "proxy.golang.org", "sum.golang.org"],
  })
  expect(await needs("make deps")).toMatchObject({ names: [], domains: [] })
})

it.each<[string, string, string]>([
  ["npm ci", ".npmrc", "registry=https://npm.stranger.example/\n"],
  ["npm ci", ".npmrc", "@scope:registry = https://npm.stranger.example/x/\n"],
  ["yarn", ".yarnrc.yml", 'npmRegistryServer: "https://npm.stranger.example"\n'],
  ["pip install x", "requirements.txt", "--extra-index-url https://npm.stranger.example/simple\nx\n"],
  ["uv sync", "pyproject.toml", '[[tool.uv.index]]\nurl = "https://npm.stranger.example/simple"\n'],
  ["cargo build", ".cargo/config.toml", '[registries.x]\nindex = "sparse+https://npm.stranger.example/"\n'],
  ["mvn test", "pom.xml", "<repository><id>x</id>\n<url>https://npm.stranger.example/m2</url></repository>"],
  ["gradle test", "build.gradle.kts", 'maven { url = uri("https://npm.stranger.example/m2") }'],
  ["bundle install", "Gemfile", "source 'https://npm.stranger.example'\n"],
])("a host that a file of the project names is told apart: %s, %s", async (command, name, text) => {
  const { domains, named } = await needs(command, { [name]: text })
  expect(domains).toContain("npm.stranger.example")
  expect(named).toEqual(["npm.stranger.example"])
})

it("a host that the user's own environment names is theirs", async () => {
  const found = await needs("npm ci", {}, { npm_config_registry: "https://npm.corp.example:8443/" })
  expect(found).toMatchObject({ own: ["npm.corp.example:8443"], named: [] })
  expect(found.domains).toContain("npm.corp.example:8443")
})

it("a pipe in place of a setting holds nobody up", async () => {
  await using fixture = await makeFixture()
  execFileSync("mkfifo", [fixture.path(".npmrc")])
  expect(await registryNeeds("npm ci", [fixture.workspace.root], {})).toMatchObject({ named: [] })
})
