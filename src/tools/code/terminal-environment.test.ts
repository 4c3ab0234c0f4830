import { describe, expect, it } from "vitest"
import { terminalEnvironment } from "./terminal-environment.ts"

const QUIET = { CI: "1", GIT_TERMINAL_PROMPT: "0", PAGER: "cat" }

describe("what a command sees", () => {
  it("is what programs need, and nothing else", () => {
    const usual = {
      PATH: "/bin:/home/me/sk-learn-experiments-2024-01/bin",
      HOME: "/home/me",
      LC_ALL: "C.UTF-8",
      TERM: "xterm",
      http_proxy: "http://proxy:3128",
      NODE_ENV: "test",
      NODE_OPTIONS: "--max-old-space-size=4096",
      npm_config_registry: "https://registry.example",
      VIRTUAL_ENV: "/home/me/.venv",
      GOFLAGS: "-mod=mod",
      CARGO_HOME: "/home/me/.cargo",
      JAVA_HOME: "/usr/lib/jvm",
      CFLAGS: "-O2",
      XDG_CACHE_HOME: "/home/me/.cache",
    }
    const held = {
      OPENAI_API_KEY: "k",
      my_token: "t",
      DATABASE_URL: "postgres://a:b@c/d",
      GH_PAT: "x",
      GOOGLE_CLOUD_PROJECT: "p",
      NODE_AUTH_TOKEN: "t",
      NPM_CONFIG__AUTH: "t",
      "npm_config_//registry.example/:_authToken": "t",
      BUNDLE_GITHUB__COM: "me:t",
      COMPOSER_AUTH: "{}",
      POETRY_HTTP_BASIC_X_PASSWORD: "p",
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/bus",
      SOMETHING: "else",
    }
    expect(terminalEnvironment({ ...usual, ...held, PAGER: "less" })).toEqual({ ...usual, ...QUIET })
  })

  it.each([
    ["HTTPS_PROXY", "http://me:hunter2@proxy:3128"],
    ["PIP_INDEX_URL", "https://me:hunter2@pypi.example/simple"],
    ["NPM_CONFIG_REGISTRY", "https://me:hunter2@npm.example"],
    ["GOPROXY", "https://me:hunter2@go.example"],
    ["MAVEN_OPTS", "-Dhttp.proxyPassword=hunter2"],
    ["NIX_CONFIG", "access-tokens = github.com=abcdefg"],
    ["CARGO_HTTP_PROXY", "ghp_0123456789abcdefghijklmnopqrstuvwxyz"],
  ])("has no %s with a secret in it", (name, value) => {
    expect(terminalEnvironment({ [name]: value })).toEqual(QUIET)
  })

  it("has what the user names, whatever it holds", () => {
    const own = { DATABASE_URL: "postgres://a:hunter2@c/d", GH_PAT: "x" }
    expect(terminalEnvironment(own, { passed: ["DATABASE_URL", "MISSING"] })).toEqual({
      DATABASE_URL: own.DATABASE_URL,
      ...QUIET,
    })
  })
})

it("points a confined command to what it can write, and away from the user's keys", () => {
  const own = { SSH_AUTH_SOCK: "/agent", TMPDIR: "/elsewhere" }
  const seen = terminalEnvironment(own, { isConfined: true })
  expect(seen).not.toHaveProperty("SSH_AUTH_SOCK")
  expect(seen.GOCACHE).toBe(`${seen.TMPDIR}/go-build`)
  expect(terminalEnvironment(own)).toMatchObject(own)
})
