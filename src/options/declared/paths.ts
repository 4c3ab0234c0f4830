import type { Options } from "../option.ts"

/** What is said of single files and folders, each a list of paths: absolute, with `~/`, or relative to the workspace. */
export const PATH_OPTIONS = {
  /** Paths that confined commands may read although the home folder is hidden, or although they may hold secrets. */
  allow_read: {
    shape: { kind: "texts" },
    default: [],
    project: "never",
    isRecorded: true,
    docs: {
      meaning:
        "paths that confined commands may read although they are hidden ([the home folder](sandbox.md#the-home-folder))",
    },
  },
  /** Paths that neither commands nor file tools may read. */
  deny_read: {
    shape: { kind: "texts" },
    default: [],
    project: "adds",
    isRecorded: true,
    docs: { meaning: "paths that neither confined commands nor file tools may read or write; wins over `allow_read`" },
  },
  /** Paths outside of the workspace that confined commands may write. */
  allow_write: {
    shape: { kind: "texts" },
    default: [],
    project: "never",
    isRecorded: true,
    docs: { meaning: "paths outside the workspace that confined commands may write" },
  },
  /** Paths that neither commands nor file tools may write. */
  deny_write: {
    shape: { kind: "texts" },
    default: [],
    project: "adds",
    isRecorded: true,
    docs: { meaning: "paths that neither confined commands nor file tools may write; wins over `allow_write`" },
  },
} as const satisfies Options
