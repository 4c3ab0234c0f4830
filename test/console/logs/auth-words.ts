/** What people and models say in the showcase, in both languages. */
export type AuthWords = {
  readonly request: string
  readonly goal: string
  readonly requirements: readonly string[]
  readonly constraints: readonly string[]
  readonly phases: readonly [Named, Named, Named]
  readonly plans: readonly [string, string, string, string, string, string]
  readonly judged: readonly [string, string, string, string, string, string]
  readonly reflection: string
  readonly suggestion: string
  readonly summary: string
  readonly highlights: readonly string[]
  readonly quality: string
}

type Named = readonly [name: string, goal: string, rounds: number]

export const EN: AuthWords = {
  request:
    "I'd like to clean up our login. Right now sessions and cookies are mixed all over the place; make it JWT everywhere. Oh, and people should be able to sign in with GitHub and WeChat. And it needs tests, or I won't dare to ship it.",
  goal: "Refactor auth to JWT and add OAuth sign-in",
  requirements: ["one way to authenticate: JWT", "sign-in with GitHub and WeChat", "tests for both"],
  constraints: ["tests must exist", "nothing outside src and test changes"],
  phases: [
    ["Understand", "Know how login works today", 2],
    ["Switch to JWT", "All routes accept tokens, none a session", 3],
    ["OAuth sign-in", "GitHub and WeChat work", 2],
  ],
  plans: [
    "See what is there before anything is changed.",
    "Find every use of sessions, and see what the tests say today.",
    "Switch login to signed tokens; keep the old session behind a name that says so.",
    "The expiry test fails: look at the middleware that should refuse it.",
    "Refuse expired tokens in the middleware, then switch the routes.",
    "Add both providers behind one interface, and prove them.",
  ],
  judged: [
    "Login creates a session and sets two cookies; where they are read is not known yet.",
    "15 places use sessions or cookies, in 4 files. One test fails today: an expired session is accepted.",
    "Login signs tokens now. One test still fails: expired ones are accepted.",
    "The middleware never looks at the expiry; that is the cause.",
    "Expired tokens are refused, and all routes use the bearer token.",
    "GitHub and WeChat sign-in work against a fake provider; 21 tests pass.",
  ],
  reflection: "the same call failed twice with the same result",
  suggestion: "Read the code that decides before running the test again.",
  summary: `## Login uses JWT everywhere, and OAuth works

The session store is gone. **Login**, **routes** and **middleware** accept signed tokens only, and an expired token is refused with 401.

| Phase | What changed | Proof |
|---|---|---|
| Understand | 15 uses of sessions found | – |
| Switch to JWT | \`src/login.ts\`, \`src/middleware.ts\`, \`src/routes.ts\`, \`src/token.ts\` | \`tsc\`, \`npm test\` |
| OAuth sign-in | \`src/oauth.ts\`, \`test/oauth.test.ts\` | 21 tests pass |

- Tokens live 15 minutes; refresh tokens are not part of this change.
- The WeChat provider needs \`WECHAT_APP_ID\` in production.

---
- **Outcome:** done (checks passed)
- **Tasks:** 18 run, 3 failed; rounds: 6; model calls: 8
- **Files changed:** src/login.ts, src/middleware.ts, src/oauth.ts, src/routes.ts, src/session.ts, src/token.ts, test/oauth.test.ts`,
  highlights: [
    "Sessions and cookies are no longer mixed",
    "Expired tokens are refused",
    "Sign-in with GitHub and WeChat",
  ],
  quality: "good",
}

export const ZH: AuthWords = {
  request:
    "嗯……我想把认证系统重构一下，现在的代码太乱了，session 和 cookie 混用，我想统一改成 JWT，对了还要加 OAuth 第三方登录，微信和 GitHub 都要支持，必须要有测试，不然我不放心。",
  goal: "重构认证系统，统一为 JWT 并添加 OAuth 登录",
  requirements: ["统一认证方式为 JWT", "支持微信与 GitHub 登录", "两者都有测试"],
  constraints: ["必须有测试覆盖", "只改动 src 与 test"],
  phases: [
    ["代码理解", "理解现有认证架构", 2],
    ["重构为 JWT", "所有路由只接受令牌", 3],
    ["OAuth 登录", "微信与 GitHub 可用", 2],
  ],
  plans: [
    "改动之前先看清现状。",
    "找出所有使用 session 的地方，并看看测试现在的结果。",
    "登录改为签发令牌，旧的 session 换一个明确的名字。",
    "过期测试失败：查看本应拒绝它的中间件。",
    "在中间件中拒绝过期令牌，然后切换路由。",
    "用同一接口接入两个提供方，并加以证明。",
  ],
  judged: [
    "登录会创建 session 并写入两个 cookie，读取位置尚不清楚。",
    "共 4 个文件 15 处使用 session 或 cookie；现有一个测试失败：过期 session 被接受。",
    "登录已签发令牌；仍有一个测试失败：过期令牌被接受。",
    "原因是中间件从不检查过期时间。",
    "过期令牌已被拒绝，所有路由使用 bearer 令牌。",
    "微信与 GitHub 登录在模拟提供方上可用，21 个测试通过。",
  ],
  reflection: "同一调用两次失败，结果相同",
  suggestion: "再次运行测试之前，先阅读做出判断的代码。",
  summary: `## 认证系统重构完成

session 存储已移除。**登录**、**路由**和**中间件**只接受签名令牌，过期令牌返回 401。

| 阶段 | 改动 | 证明 |
|---|---|---|
| 代码理解 | 发现 15 处 session 用法 | – |
| 重构为 JWT | \`src/login.ts\`、\`src/middleware.ts\`、\`src/routes.ts\`、\`src/token.ts\` | \`tsc\`、\`npm test\` |
| OAuth 登录 | \`src/oauth.ts\`、\`test/oauth.test.ts\` | 21 个测试通过 |

- 令牌有效期为 15 分钟；刷新令牌不在本次改动之内。
- 生产环境的微信登录需要设置 \`WECHAT_APP_ID\`。

---
- **结果:** 已完成（检查已通过）
- **任务:** 执行 18 个，失败 3 个；轮数：6；模型调用：8
- **改动的文件:** src/login.ts、src/middleware.ts、src/oauth.ts、src/routes.ts、src/session.ts、src/token.ts、test/oauth.test.ts`,
  highlights: ["消除了 session/cookie 混用", "拒绝过期令牌", "支持微信与 GitHub 登录"],
  quality: "优秀",
}
