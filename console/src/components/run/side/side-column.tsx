import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useWords } from "../../../words/use-words.ts"
import { ChangedFiles } from "./changed-files.tsx"
import { Checks } from "./checks.tsx"
import { ContextMeter } from "./context-meter.tsx"
import { Estimate } from "./estimate.tsx"
import { Guards } from "./guards.tsx"
import { RoundSpendChart } from "./round-spend.tsx"
import { Spend } from "./spend.tsx"

type SideColumnProps = {
  readonly view: RunView
  readonly story: Story
  readonly now: number
  readonly onOpen: (stage: string) => void
}

/** Is it all right? Figures against their limits, checks, guards. */
export function SideColumn({ view, story, now, onOpen }: SideColumnProps) {
  const say = useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="column right" tabIndex={0} aria-label={say("side.label")}>
      <Spend view={view} story={story} now={now} />
      <Estimate view={view} />
      <RoundSpendChart view={view} story={story} onOpen={onOpen} />
      <ContextMeter view={view} story={story} />
      <Checks view={view} />
      <ChangedFiles view={view} />
      <Guards view={view} />
    </section>
  )
}
