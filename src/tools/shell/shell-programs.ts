/** What is known of a program that only reads unless told otherwise. */
export type Reader = {
  /** Arguments that make it do more than read. */
  readonly unless?: RegExp
  /** It may take no more arguments than this that are no options: a further one would be written to. */
  readonly operands?: number
  /** Its first word must be one of these, with what may follow it. */
  readonly commands?: Readonly<Record<string, Reader>>
  /** Every argument must look like this. */
  readonly only?: RegExp
  /** There must be an argument that is no option, and the first of them must look like this. */
  readonly first?: RegExp
}

const PLAIN: Reader = {}
const VERSION: Reader = { only: /^(--version|-v|-V|version)$/ }
const GIT_UNLESS = /^(-o|--output|--ext-diff|--textconv|-O|--open-files|--exec|--upload-pack|-c$|--config)/

const GIT: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    "status log diff show blame ls-files ls-tree rev-parse cat-file grep shortlog describe merge-base rev-list name-rev"
      .split(" ")
      .map((name) => [name, { unless: GIT_UNLESS }]),
  ),
  branch: { only: /^(--list|-a|-r|-v|-vv|--all|--remotes|--show-current)$/ },
  tag: { only: /^(-l|--list)$/ },
  remote: { only: /^(-v|--verbose)$/ },
  stash: { commands: { list: { unless: GIT_UNLESS } } },
  "--version": PLAIN,
}

/** A line of a file, a range or a pattern, and what shows it: no command that writes or runs something. */
const ADDRESS = String.raw`(?:\d+|\$|/[^/\\{};]*/)`
const SED_SCRIPT = new RegExp(`^(?:${ADDRESS}(?:,${ADDRESS})?)?[pq=]$`)

/**
 * A program of awk's that prints what it computes of its files and its input: it starts nothing, opens nothing of its own choice, and what comes
 * behind a `print` goes to no file (before one, `>` compares).
 */
const AWK_PROGRAM = /^(?![\s\S]*(?:system|getline|ARG|ENVIRON|[@|\\]|print[\s\S]*>))[\s\S]*[{}/=<>!~][\s\S]*$/

/** Programs that read; everything else is unknown. */
export const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    (
      "ls cat head tail wc grep egrep fgrep cut tr comm diff cmp nl pwd echo true false test [ stat du df basename dirname " +
      "realpath readlink whoami uname which sha256sum sha1sum md5sum cksum od strings fold rev tac paste join expr seq jq"
    )
      .split(" ")
      .map((name) => [name, PLAIN]),
  ),
  cd: { first: /./, unless: /^-/ },
  printf: { unless: /^-v/ },
  rg: { unless: /^(--pre|--hostname-bin|-z|--search-zip)/ },
  sort: { unless: /^(-[a-zA-Z]*[oT]|--o|--t|--c|--files0)/ },
  uniq: { operands: 1 },
  file: { unless: /^(-[a-zA-Z]*C|--comp|-m|--mag)/ },
  tree: { unless: /^(-[a-zA-Z]*[oR]|--output)/ },
  date: { only: /^(\+|-u$|-I|-R$|--utc$|--iso)/ },
  find: { unless: /^-(exec|ok|delete|fprint|fls|files0)/ },
  ...Object.fromEntries(["awk", "gawk", "mawk"].map((name) => [name, { first: AWK_PROGRAM, unless: /^-(?!F.)/ }])),
  sed: { first: SED_SCRIPT, unless: /^-(?!(n|E|r|-quiet|-silent)$)/ },
  git: { commands: GIT },
  npm: { commands: { ls: PLAIN, list: PLAIN, "--version": PLAIN, "-v": PLAIN } },
  ...Object.fromEntries(
    "node python python3 cargo rustc go tsc java deno bun".split(" ").map((name) => [name, VERSION]),
  ),
}

/** Programs whose work is to change something. */
export const WRITERS: ReadonlySet<string> = new Set(
  (
    "rm rmdir mv cp mkdir touch chmod chown chgrp ln dd install truncate tee shred unlink mkfifo mknod rsync patch tar " +
    "zip unzip gzip gunzip kill pkill killall"
  ).split(" "),
)
