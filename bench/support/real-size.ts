const LINES_BETWEEN = 36

/** The same files with ordinary code between their lines, about a hundred lines each: the tests' own have three or four. */
export function inRealSize(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, padded(content)]))
}

function padded(content: string): string {
  const lines = content.trimEnd().split("\n")
  return lines.map((line, index) => `${line}\n${ordinaryCode(index + 1)}`).join("")
}

function ordinaryCode(part: number): string {
  const functions = Array.from({ length: LINES_BETWEEN / 6 }, (_, index) =>
    [
      `def check_user_${part}_${index}(request, user):`,
      `    """Look the user up, and refuse when the account is locked."""`,
      `    account = find_account(user.id, include_locked=True)`,
      `    if account is None or account.locked_until > now():`,
      `        raise Forbidden("account ${part}.${index} may not sign in")`,
      "",
    ].join("\n"),
  )
  return `${functions.join("\n")}\n`
}
