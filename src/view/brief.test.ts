import { expect, it } from "vitest"
import { longRun } from "../../test/console/logs/long-run.ts"
import { briefOf, partOf, roundWith } from "./brief.ts"
import { type FeedRound, feedOf } from "./feed.ts"
import { EMPTY_PICTURE, pictureAfter, type RunPicture } from "./picture.ts"

const { events } = longRun(1200)

it("leaves out what only a look at an old stage needs, and what is filled in again is the whole", () => {
  const whole = pictureAfter(EMPTY_PICTURE, events)
  const brief = briefOf(whole)
  expect(JSON.stringify(brief).length).toBeLessThan(JSON.stringify(whole).length)
  expect([brief.brief > 0, brief.brief < whole.view.stages.length]).toEqual([true, true])
  expect(roundsIn(brief)).not.toEqual(roundsIn(whole))
  expect(roundsIn(brief).map((round) => roundWith(round, partOf(whole, round.stage.id)))).toEqual(roundsIn(whole))
})

it("is folded on like the whole, from any place", () => {
  for (const place of [1, 400, 777, events.length - 3]) {
    const [before, after] = [events.slice(0, place), events.slice(place)]
    const whole = pictureAfter(EMPTY_PICTURE, events)
    const inBrief = pictureAfter(briefOf(pictureAfter(EMPTY_PICTURE, before)), after)
    expect(briefOf(inBrief)).toEqual(briefOf(whole))
  }
})

it("never takes the place of what is newer", () => {
  const place = events.findIndex(({ event }) => event.type === "task.started") + 1
  const earlier = pictureAfter(EMPTY_PICTURE, events.slice(0, place))
  const later = pictureAfter(earlier, events.slice(place))
  const [round] = roundsIn(later)
  expect(round && roundWith(round, partOf(earlier, "turn-1"))).toEqual(round)
})

function roundsIn(picture: RunPicture): FeedRound[] {
  const entries = feedOf(picture).flatMap((section) => section.entries)
  return entries.flatMap((entry) => (entry.kind === "round" ? [entry.round] : []))
}
