import { describe, expect, it } from "vitest"
import { SEED } from "../sample.ts"
import { type Broken, campaign } from "./campaign.ts"
import { QUICK, QUICK_TRIALS } from "./quick.ts"

/* The campaign in small: `npm run campaign -- --seed N --trial …` plays one again that failed. */

describe(`the campaign's quick form (seed ${SEED})`, () => {
  it(`breaks no promise in ${QUICK_TRIALS} trials`, async () => {
    const broken: Broken[] = []
    const run = await campaign({ seed: SEED, ...QUICK, atOnce: 3 }, (one) => broken.push(one))
    expect(broken.map(({ kind, name, found }) => [kind, name, ...found])).toEqual([])
    expect(run.rows.reduce((sum, { trials }) => sum + trials, 0)).toBe(QUICK_TRIALS)
  })
})
