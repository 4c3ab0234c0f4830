import { expect, it } from "vitest"
import { longRun } from "../../test/console/logs/long-run.ts"
import { briefOf, isToldInBrief, partOf, withPart } from "./brief.ts"
import { EMPTY_PICTURE, pictureAfter } from "./picture.ts"

const { events } = longRun(1200)

it("leaves out what only a look at an old stage needs, and what is filled in again is the whole", () => {
  const whole = pictureAfter(EMPTY_PICTURE, events)
  const brief = briefOf(whole)
  expect(JSON.stringify(brief).length).toBeLessThan(JSON.stringify(whole).length)
  expect([isToldInBrief(brief, "turn-1"), isToldInBrief(brief, whole.view.stages.at(-1)?.id ?? "")]).toEqual([
    true,
    false,
  ])
  const parts = whole.view.stages.map(({ id }) => partOf(whole, id))
  const filled = parts.reduce(withPart, brief)
  expect(filled).toEqual({ ...whole, brief: brief.brief })
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
  expect(withPart(later, partOf(earlier, "turn-1"))).toEqual(later)
})
