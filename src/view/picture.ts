import type { LoggedEvent } from "../protocol/log/event.ts"
import { type Lists, OwnLists } from "./lists.ts"
import { EMPTY_RUN, foldRunWith, type RunView } from "./run-view.ts"
import { EMPTY_STORY, foldStoryWith, type Story } from "./story.ts"

/** What is shown of a run after so many of its events: how it stands, and how it went. */
export type RunPicture = {
  readonly view: RunView
  readonly story: Story
  /** How many events it stands on. */
  readonly position: number
  /** The number of the last of them. */
  readonly seq: number
  /** So many of its first stages are told in brief; see `briefOf`. */
  readonly brief: number
}

export const EMPTY_PICTURE: RunPicture = { view: EMPTY_RUN, story: EMPTY_STORY, position: 0, seq: 0, brief: 0 }

/** Adds one fact; for pages and for the server alike. */
export function foldPicture(
  lists: Lists,
  { view, story, position, brief }: RunPicture,
  logged: LoggedEvent,
): RunPicture {
  return {
    view: foldRunWith(lists, view, logged),
    story: foldStoryWith(lists, story, logged),
    position: position + 1,
    seq: logged.seq,
    brief,
  }
}

/** The picture that these further events lead to. */
export function pictureAfter(picture: RunPicture, events: Iterable<LoggedEvent>): RunPicture {
  const lists = new OwnLists()
  let after = picture
  for (const logged of events) after = foldPicture(lists, after, logged)
  return after
}
