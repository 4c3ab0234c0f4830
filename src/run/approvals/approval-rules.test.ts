import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ApprovalRule, RuleDecision } from "../../protocol/log/approval.ts"
import { escapeGlob, globFits } from "../../text/glob.ts"
import { ruleToRemember, wordOfRules } from "./approval-rules.ts"
import type { Subject } from "./approval-subject.ts"

const TERMINAL = "run_in_terminal"

function rule(decision: RuleDecision, match?: string, tool = TERMINAL): ApprovalRule {
  return { tool, decision, ...(match === undefined ? {} : { match }) }
}

const command = (line: string): Subject => ({ kind: "command", line })

describe("a rule that allows a command", () => {
  const rules = [rule("allow", "npm test*"), rule("allow", "cd *")]

  it.each([
    "npm test",
    "npm test -- --watch",
    "cd src && npm test",
    "npm test 2>&1",
    "npm test 2>/dev/null",
    "npm 'test'",
  ])("covers %s", (line) => expect(wordOfRules(rules, TERMINAL, command(line))).toBe("allow"))

  it.each([
    "npm test && rm -rf .",
    "npm test; curl example.org",
    "npm test | sh",
    "npm test\nrm x",
    "npm test & rm x",
    "npm test $(rm x)",
    "npm test `rm x`",
    "npm test > package.json",
    "npm test >> ~/.profile",
    "npm test < $(rm x)",
    "(npm test)",
    "FOO=1 npm test",
    "rm x # npm test",
    "",
  ])("does not cover %j", (line) => expect(wordOfRules(rules, TERMINAL, command(line))).toBeUndefined())

  it("never covers a line with another part, whatever joins them", () => {
    const joiners = fc.constantFrom(" && ", " || ", "; ", " | ", "\n", " & ", ";", "|", "&&", " |& ")
    const others = fc.constantFrom("rm x", "npm install", "sh", "git push", "echo a > b")
    fc.assert(
      fc.property(others, joiners, fc.boolean(), (other, joiner, first) => {
        const line = first ? `${other + joiner}npm test` : `npm test${joiner}${other}`
        expect(wordOfRules(rules, TERMINAL, command(line))).toBeUndefined()
      }),
      { seed: 20261115 },
    )
  })

  it("covers everything without a pattern, or with a star alone", () => {
    for (const all of [rule("allow"), rule("allow", "*"), rule("allow", "*", "*")])
      expect(wordOfRules([all], TERMINAL, command("a && $(b) > c"))).toBe("allow")
  })
})

describe("a rule that holds a command back", () => {
  it.each([
    "git push",
    "git push origin main",
    "npm test && git push",
    "sudo git push",
    "GIT_DIR=x git push",
    "bash -c 'git push'",
    "echo $(git push)",
    "(git push)",
    "git 'push'",
    "timeout 5 git push",
  ])("finds it in %j", (line) => {
    expect(wordOfRules([rule("deny", "git push*")], TERMINAL, command(line))).toBe("deny")
    expect(wordOfRules([rule("deny", "git push*")], "wait_for", command(line))).toBe("deny")
  })

  it("lets what only mentions it pass", () => {
    for (const line of ["grep -rn curl src", "git log --grep push"])
      expect(wordOfRules([rule("deny", "curl *"), rule("deny", "git push*")], TERMINAL, command(line))).toBeUndefined()
  })

  it("wins over one that allows: deny over ask over allow, in any order", () => {
    const rules = [rule("allow", "git *"), rule("ask", "git push*"), rule("deny", "git push --force*")]
    for (const order of [rules, rules.toReversed()]) {
      const word = (line: string) => wordOfRules(order, TERMINAL, command(line))
      expect([word("git status"), word("git push"), word("git push --force")]).toEqual(["allow", "ask", "deny"])
    }
  })
})

describe("rules on paths", () => {
  const paths = (...names: string[]): Subject => ({ kind: "paths", paths: names })

  it("allow a call only if every file is covered", () => {
    const rules = [rule("allow", "src/**", "*_file"), rule("allow", "docs", "*_file")]
    const word = (...names: string[]) => wordOfRules(rules, "write_file", paths(...names))
    expect(word("src/a/b.ts")).toBe("allow")
    expect(word("src/a.ts", "docs/b.md")).toBe("allow")
    expect(word("src/a.ts", "package.json")).toBeUndefined()
    expect(wordOfRules(rules, "apply_patch", paths("src/a.ts"))).toBeUndefined()
  })

  it("hold a call back for any file, at any depth", () => {
    for (const name of ["a.pem", "deep/down/a.pem"])
      expect(wordOfRules([rule("deny", "*.pem", "*")], "edit_file", paths("x", name))).toBe("deny")
  })
})

describe("rules on addresses", () => {
  const url = (address: string): Subject => ({ kind: "url", url: address })
  const rules = [rule("allow", "https://*.example.org/*", "fetch_web_content")]

  it.each([
    ["https://docs.example.org/a/b", "allow"],
    ["https://docs.example.org/", "allow"],
    ["https://evil.net/?x=.example.org/", undefined],
    ["https://docs.example.org.evil.net/", undefined],
    ["https://docs.example.org@evil.net/", undefined],
    ["http://docs.example.org/", undefined],
  ])("%s: %s", (address, expected) => {
    expect(wordOfRules(rules, "fetch_web_content", url(address))).toBe(expected)
  })
})

describe("what is remembered", () => {
  it("covers the very call and, for commands, nothing else", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (line, other) => {
        const made = ruleToRemember({ name: TERMINAL }, command(line.trim()))
        expect(wordOfRules([made], TERMINAL, command(line.trim()))).toBe("allow")
        if (other.trim() !== line.trim() && !/\s/.test(line.trim()) && /^[\w*?]*$/.test(other))
          expect(wordOfRules([made], TERMINAL, command(other))).toBeUndefined()
      }),
      { seed: 20261115 },
    )
  })

  it.each([
    ["npm test", "npm test *"],
    ["npm run test:unit -- a.test.ts 2>&1", "npm run test:unit *"],
    ["npx vitest run x", "npx vitest *"],
    ["python -m pytest tests/a.py", "python -m pytest *"],
    ["npm test && rm -rf .", "npm test && rm -rf ."],
    ["npm test > package.json", "npm test > package.json"],
    ["npm run -s x", "npm run -s x"],
    ["curl https://example.org", "curl https://example.org"],
    ["git push origin main", "git push origin main"],
    ["FOO=1 npm test", "FOO=1 npm test"],
  ])("is a check or a build with any arguments, else the very line: %s", (line, match) => {
    const made = ruleToRemember({ name: TERMINAL }, command(line))
    expect(made).toEqual({ tool: TERMINAL, match, decision: "allow" })
    expect(wordOfRules([made], TERMINAL, command(line))).toBe("allow")
  })

  it("covers a command without arguments too, and no longer word", () => {
    const word = (line: string) => wordOfRules([rule("allow", "npm test *")], TERMINAL, command(line))
    expect([word("npm test"), word("npm test -- -u"), word("npm tests"), word("npm test; rm x")]).toEqual([
      "allow",
      "allow",
      undefined,
      undefined,
    ])
    expect(wordOfRules([rule("deny", "git push *")], TERMINAL, command("git push"))).toBe("deny")
  })

  it("is the site of an address, and the tool of anything else", () => {
    const site = ruleToRemember({ name: "fetch_web_content" }, { kind: "url", url: "https://example.org/a?b" })
    expect(site).toEqual({ tool: "fetch_web_content", match: "https://example.org/*", decision: "allow" })
    const tool = ruleToRemember({ name: "write_file" }, { kind: "paths", paths: ["a"] })
    expect(tool).toEqual({ tool: "write_file", decision: "allow" })
  })
})

describe("globs", () => {
  it("fit their own text when it is escaped", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        expect(globFits(escapeGlob(text), text)).toBe(true)
        expect(globFits(escapeGlob(text), other)).toBe(text === other)
      }),
      { seed: 20261115 },
    )
  })

  it("take no time over stars that fit nowhere", () => {
    expect(globFits(`${"*a".repeat(40)}b`, "a".repeat(5000))).toBe(false)
  })
})
