import type { RunListItem } from "@keelson/protocol/api/api.ts"
import { amount, dayAndTime, dollars, duration } from "@keelson/text/words/units.ts"
import { Fragment, useEffect, useRef } from "react"
import { link } from "../../state/route.ts"
import { useWords } from "../../words/use-words.ts"
import { Badge } from "../badge.tsx"
import { itemMark } from "../marks.ts"
import { Sparkline } from "./sparkline.tsx"
import "./run-table.css"

type RunTableProps = {
  readonly runs: readonly RunListItem[]
  /** One folder after the other, each under its name. */
  readonly isByFolder: boolean
  readonly selected: readonly string[]
  readonly cursor: number
  readonly onToggle: (id: string) => void
}

/** One row a run. */
export function RunTable({ runs, isByFolder, selected, cursor, onToggle }: RunTableProps) {
  const say = useWords()
  return (
    <div className="run-table panel">
      <table>
        <thead>
          <tr>
            <th className="pick">
              <span className="unseen">{say("runs.pick")}</span>
            </th>
            <th>{say("runs.state")}</th>
            <th className="wide">{say("runs.name")}</th>
            <th>{say("runs.strategy")}</th>
            <th className="model">{say("runs.model")}</th>
            <th className="number">{say("runs.when")}</th>
            <th className="number">{say("runs.duration")}</th>
            <th className="number calls">{say("runs.calls")}</th>
            <th className="number">{say("runs.tokens")}</th>
            <th className="number">{say("runs.cost")}</th>
            <th>{say("runs.checks")}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, index) => (
            <Fragment key={run.id}>
              {isByFolder && run.workspace !== runs[index - 1]?.workspace && <FolderRow folder={run.workspace} />}
              <RunRow
                run={run}
                isCursor={index === cursor}
                isSelected={selected.includes(run.id)}
                onToggle={() => onToggle(run.id)}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FolderRow({ folder }: { readonly folder: string }) {
  return (
    <tr className="folder-row">
      <th colSpan={11} scope="rowgroup">
        {folder}
      </th>
    </tr>
  )
}

type RunRowProps = {
  readonly run: RunListItem
  readonly isCursor: boolean
  readonly isSelected: boolean
  readonly onToggle: () => void
}

function RunRow({ run, isCursor, isSelected, onToggle }: RunRowProps) {
  const say = useWords()
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCursor) ref.current?.focus()
  }, [isCursor])
  return (
    <tr className={isSelected ? "selected" : ""}>
      <td className="pick">
        <input
          type="checkbox"
          aria-label={say("runs.pick.one", { title: run.title })}
          checked={isSelected}
          onChange={onToggle}
        />
      </td>
      <td className="state">
        <Badge mark={itemMark(run)} />
      </td>
      <td className="wide">
        <a ref={ref} className="run-link" href={link.run(run.id)}>
          {run.title}
        </a>
        <span className="quiet small run-folder cut">
          {run.demo && <span className="tag">{say("run.demo")}</span>}
          {run.comparison && (
            <a className="run-company" href={link.comparison(run.comparison.id)}>
              {say("run.comparison")}
            </a>
          )}
          {run.comparison?.workspace ?? (run.demo ? "" : run.workspace)}
        </span>
      </td>
      <td data-label={say("runs.strategy")}>{run.strategy}</td>
      <td className="model" data-label={say("runs.model")}>
        <span className="cut" title={run.model}>
          {run.model}
        </span>
      </td>
      <td className="number when" data-label={say("runs.when")}>
        {dayAndTime(run.created_at)}
      </td>
      <td className="number" data-label={say("runs.duration")}>
        {duration(run.duration_ms)}
      </td>
      <td className="number calls" data-label={say("runs.calls")}>
        {run.calls}
      </td>
      <td className="number" data-label={say("runs.tokens")}>
        <Sparkline values={run.pulse} />
        {amount(run.tokens)}
      </td>
      <td className="number" data-label={say("runs.cost")}>
        {dollars(run.cost)}
      </td>
      <td data-label={say("runs.checks")}>
        <CheckCount checks={run.checks} />
      </td>
    </tr>
  )
}

function CheckCount({ checks }: { readonly checks: RunListItem["checks"] }) {
  const say = useWords()
  if (!checks) return <span className="quiet">–</span>
  return (
    <span className="check-count">
      {checks.passed > 0 && (
        <span className="tone-verified">
          ✓ {checks.passed} <span className="unseen">{say("check.passed")}</span>
        </span>
      )}
      {checks.failed > 0 && (
        <span className="tone-failed">
          ✗ {checks.failed} <span className="unseen">{say("check.failed")}</span>
        </span>
      )}
    </span>
  )
}
