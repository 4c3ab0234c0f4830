import { chain } from "./chain.ts"
import { editMany } from "./edit-many.ts"
import { figures } from "./figures.ts"
import type { Job } from "./job.ts"
import { question } from "./question.ts"
import { redChecks } from "./red-checks.ts"
import { report } from "./report.ts"
import { sixty } from "./sixty.ts"
import { wrongLead } from "./wrong-lead.ts"

/** The jobs by name, in the order of the table. */
export const JOBS: ReadonlyMap<string, Job> = new Map(
  [editMany, wrongLead, report, figures, chain, sixty, redChecks, question].map((job) => [job.name, job]),
)
