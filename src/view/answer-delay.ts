/**
 * For so many milliseconds after a question appears or changes, nothing that is typed or clicked answers it: whoever is in the
 * middle of something else has not read it yet.
 */
export const DEAF_MS = 700
