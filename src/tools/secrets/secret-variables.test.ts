import { describe, expect, it } from "vitest"
import { collectSecrets } from "./secret-variables.ts"

const OPENAI = "sk-proj-abcdefghijklmnop1234567890"

describe("collectSecrets", () => {
  it("takes secret values and leaves settings alone", () => {
    const found = collectSecrets({
      OPENAI_API_KEY: OPENAI,
      db_password: "hunter2hunter2",
      AWS_SECRET: "/9j4AAQSkZ+JRgABAQ",
      SHORT_KEY: "1234567",
      USE_TOKEN: "true",
      MAX_TOKENS: "100000000",
      SSH_KEY_PATH: "whatever/id_rsa",
      TLS_KEY: "/etc/ssl/private.key",
      CREDENTIAL_STORE: "~/.store/file",
      HOME: "/people/someone-long",
      EMPTY_KEY: undefined,
    })
    expect(found).toEqual(
      new Map([
        ["AWS_SECRET", "/9j4AAQSkZ+JRgABAQ"],
        ["OPENAI_API_KEY", OPENAI],
        ["db_password", "hunter2hunter2"],
      ]),
    )
  })

  it.each([
    ["GH_PAT", "abcdefgh-ijk"],
    ["SENTRY_DSN", "https://abc@sentry.example/1"],
    ["SLACK_WEBHOOK", "https://chat.example/hook/abc"],
    ["DB_PWD", "correct horse"],
    ["DB_PASS", "correct horse"],
    ["NPM_AUTH", "correct horse"],
    ["DATABASE_URL", "postgres://admin:hunter2@db/app"],
    ["HTTPS_PROXY", "http://me:hunter2@proxy:3128"],
    ["ANYTHING", "ghp_0123456789abcdefghijklmnopqrstuvwxyz"],
    ["LICENCE", "a1B2c3D4e5F6g7H8"],
  ])("takes %s, called %s", (name, value) => {
    expect(collectSecrets({ [name]: value })).toEqual(new Map([[name, value]]))
  })

  it.each([
    ["PWD", "/somewhere/that/is/long"],
    ["OLDPWD", "/somewhere/that/is/long"],
    ["STAGE", "production"],
    ["REGION", "eu-central-1.compute.internal"],
    ["IMAGE", "node-v20.11.1-linux-x64"],
    ["TARGET", "x86_64-unknown-linux-gnu"],
    ["FEATURES", "alpha,beta,gamma-2,delta-3"],
    ["GITHUB_SHA", "3b18e512dba79e4c8300dd08aeb37f8e728b8dad"],
    ["SERVICE_URL", "https://a1b2c3d4e5.example.com/x"],
    ["DATABASE_URL", "postgres://postgres:postgres@localhost/app"],
    ["PROMPT", "a1 b2 c3 d4 e5 f6 g7 h8"],
    ["PYTHONPATH", "a1b2c3d4e5f6:a1b2c3d4e5f6"],
    ["GREETING", "Hello to everybody out there"],
  ])("leaves %s=%s alone", (name, value) => {
    expect(collectSecrets({ [name]: value })).toEqual(new Map())
  })

  it("takes what is named, whatever it is called", () => {
    expect(collectSecrets({ STAGE: "production", SHORT: "abc" }, ["STAGE", "SHORT"])).toEqual(
      new Map([["STAGE", "production"]]),
    )
  })
})
