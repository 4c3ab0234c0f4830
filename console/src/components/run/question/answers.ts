/* The answers to the questions that stand side by side: one draft, one text that is sent. */

/** What was typed so far; a draft of one question alone is its text. */
export function answersIn(draft: string, count: number): readonly string[] {
  const typed = count === 1 ? [draft] : listIn(draft)
  return Array.from({ length: count }, (_, index) => typed[index] ?? "")
}

export function draftOf(answers: readonly string[]): string {
  if (answers.length === 1 || answers.every((answer) => answer === "")) return answers[0] ?? ""
  return JSON.stringify(answers)
}

/** By the numbers of the questions; those without an answer are left out. Empty where there is none. */
export function sentText(answers: readonly string[]): string {
  if (answers.length === 1) return answers[0]?.trim() ?? ""
  return answers.flatMap((answer, index) => (answer.trim() === "" ? [] : [`${index + 1}. ${answer.trim()}`])).join("\n")
}

function listIn(draft: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(draft)
    if (Array.isArray(value)) return value.map(String)
  } catch {
    // Written before the questions had a box each.
  }
  return [draft]
}
