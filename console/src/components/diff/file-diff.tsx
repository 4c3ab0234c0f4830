import { type Highlighter, highlighterFor } from "@keelson/text/highlight.ts"
import type { DiffHunk, DiffLine, FileDiff } from "@keelson/text/unified-diff.ts"
import { useMemo } from "react"
import { sidesOf } from "./sides.ts"
import { spelledLine } from "./spelled-line.ts"
import "./diff.css"
import "./file-diff.css"

type FileDiffViewProps = { readonly file: FileDiff; readonly isSplit: boolean }

/** The lines of one file that changed, with their numbers: under each other, or side by side. */
export function FileDiffView({ file, isSplit }: FileDiffViewProps) {
  const highlight = useMemo(() => highlighterFor(file.path), [file.path])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={`diff lines${isSplit ? " split" : ""}`} aria-label={file.path} tabIndex={0}>
      {file.note !== "" && <p className="quiet small">{file.note}</p>}
      {file.hunks.map((hunk) => (
        <Hunk key={hunk.header} {...{ hunk, isSplit, highlight }} />
      ))}
    </section>
  )
}

type HunkProps = { readonly hunk: DiffHunk; readonly isSplit: boolean; readonly highlight: Highlighter }

function Hunk({ hunk, isSplit, highlight }: HunkProps) {
  return (
    <table>
      {isSplit && (
        <colgroup>
          <col className="line-number" />
          <col />
          <col className="line-number" />
          <col />
        </colgroup>
      )}
      <tbody>
        <tr className="hunk">
          <td colSpan={isSplit ? 4 : 3}>{spelledLine(hunk.header)}</td>
        </tr>
        {isSplit
          ? sidesOf(hunk.lines).map(({ left, right }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order.
              <tr key={index}>
                <Side line={left} number={left?.before ?? null} highlight={highlight} />
                <Side line={right} number={right?.after ?? null} highlight={highlight} />
              </tr>
            ))
          : hunk.lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order.
              <tr key={index} className={line.kind}>
                <td className="line-number" data-number={line.before ?? ""} />
                <td className="line-number" data-number={line.after ?? ""} />
                <td className="line-text">
                  <Code text={line.text} highlight={highlight} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  )
}

type SideProps = {
  readonly line: DiffLine | null
  readonly number: number | null
  readonly highlight: Highlighter
}

function Side({ line, number, highlight }: SideProps) {
  return (
    <>
      <td className="line-number" data-number={number ?? ""} />
      <td className={`line-text ${line?.kind ?? "none"}`}>{line && <Code text={line.text} highlight={highlight} />}</td>
    </>
  )
}

/** A reviewer must see what is there: signs that turn text round or take no room are spelled out, as in approvals. */
function Code({ text, highlight }: { readonly text: string; readonly highlight: Highlighter }) {
  return highlight(spelledLine(text)).map(({ text: part, kind }, index) =>
    kind === "" ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line keep their order.
      <span key={index} className={`code-${kind}`}>
        {part}
      </span>
    ),
  )
}
