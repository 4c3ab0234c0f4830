import { askFor, expectState, openPage } from "./open-page.ts"
import { stage } from "./stage.ts"
import { LITERAL, NOTE_FILES, noteStory } from "./stories.ts"

/** The story of the note, asked for in the form and played to its end; the page shows the run. */
export async function playedNote(options: Parameters<typeof openPage>[2] = {}) {
  const place = await stage({ model: noteStory(), files: NOTE_FILES, agent: { ...LITERAL, approve: "full" } })
  const visit = await openPage(place, "#/new", options)
  await askFor(visit.page)
  await expectState(visit.page, "Done, unverified")
  return {
    place,
    visit,
    page: visit.page,
    hash: new URL(visit.page.url()).hash,
    [Symbol.asyncDispose]: place[Symbol.asyncDispose],
  }
}
