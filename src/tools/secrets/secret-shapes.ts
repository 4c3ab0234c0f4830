/* Secrets that give themselves away by their form. Every repetition is bounded or starts at the edge of a word, so that no text makes the search slow. */

/** Tokens with a well-known beginning; each starts where a word does. */
const TOKENS: readonly RegExp[] = [
  /(?<![-_])sk-(?=[\w-]*\d)[\w-]{20,}/, // OpenAI, Anthropic and many who copied them
  /gh[pousr]_[A-Za-z0-9]{30,}/,
  /github_pat_\w{22,}/,
  /gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-[\w-]{20,}/, // GitLab
  /A[KS]IA[0-9A-Z]{16}/, // AWS
  /AIza[\w-]{35}/, // Google
  /ya29\.[\w-]{20,}/,
  /GOCSPX-[\w-]{20,}/,
  /xox[abeprs]-[\w-]{10,}/, // Slack
  /xapp-\d-[\w-]{10,}/,
  /npm_[A-Za-z0-9]{36}/,
  /(?<![-_])pypi-(?=[\w-]*\d)[\w-]{50,}/,
  /hf_[A-Za-z0-9]{30,}/, // Hugging Face
  /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/, // Stripe
  /whsec_[A-Za-z0-9+/=]{20,}/,
  /SG\.[\w-]{16,}\.[\w-]{16,}/, // SendGrid
  /do[op]_v1_[a-f0-9]{64}/, // DigitalOcean
  /shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/, // Shopify
  /dapi[a-f0-9]{32}/, // Databricks
  /hv[sb]\.[\w-]{20,}/, // Vault
  /AGE-SECRET-KEY-1[0-9A-Z]{50,}/,
  /ATATT3[\w=-]{50,}/, // Atlassian
  /gsk_[A-Za-z0-9]{40,}/, // Groq
  /\d{8,10}:AA[\w-]{33}/, // Telegram
  /(?<![-_])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/, // JSON Web Token
]

/** With something in it: code that looks for keys has the first line alone. A block without its end is one that was cut off. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?=(?:\s|\\[nr]){1,40}[\w+/])(?:[\s\S]{0,16000}?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|[\w+/=\s\\]*)/

/** Addresses that let everybody in who knows them. */
const WEBHOOKS: readonly RegExp[] = [
  /hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/-]{20,}/,
  /discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/,
  /webhook\.office\.com\/[\w@/-]{30,}/,
]

/** What stands for a password in examples: a template, stars, the word itself. */
const NO_PASSWORD =
  /\$?\{[^@\s]{0,99}\}|#\{[^@\s]{0,99}\}|\$[A-Za-z_]+|%s|%\(\w{1,50}\)s|\*+|\.{3}|x+|X+|[Pp]ass(?:word|wd)?|PASS(?:WORD|WD)?|pwd|PWD|[Ss]ecret|SECRET|changeme|example|your[\w-]*|YOUR[\w-]*/

/** The password of `scheme://user:password@host`. One that is the user's name again is a default that everybody knows. */
const URL_PASSWORD = new RegExp(
  `(?<=[A-Za-z][A-Za-z0-9+.-]{1,20}:\\/\\/(?<user>[^\\s/:@"'\`<>]{0,100}):)` +
    `(?!(?:\\k<user>|${NO_PASSWORD.source})@)[^\\s/"'\`<>]{1,200}(?=@(?!sha256:))`,
)

/** All of them as one pattern, to be put among others. */
export const SECRET_SHAPES = [
  `(?<![A-Za-z0-9])(?:${TOKENS.map(({ source }) => source).join("|")})`,
  ...[PRIVATE_KEY, ...WEBHOOKS, URL_PASSWORD].map(({ source }) => source),
].join("|")

const ANY_SHAPE = new RegExp(SECRET_SHAPES)

/** Something that is set to a password or a token, as in the options of a program. */
const ASSIGNMENT =
  /(?:passw(?:or)?d|passphrase|secret|tokens?|api[_-]?key|_auth)["']?\s{0,3}[=:]\s{0,3}["']?[^\s"'$]{4}/i

/** True for texts that hold a secret, as far as their form tells. */
export function holdsSecret(text: string): boolean {
  return ANY_SHAPE.test(text)
}

/** The same for the value of a variable, which may also be a list of settings with a secret among them. */
export function holdsSetting(value: string): boolean {
  return holdsSecret(value) || ASSIGNMENT.test(value)
}

/**
 * True for values that nobody would write by hand: letters and digits change places within a word at least three times. Words,
 * versions, names of hosts and of machines don't look like that.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || /\s|:\/\//.test(value)) return false
  const changes = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []
  return changes.length >= 3
}
