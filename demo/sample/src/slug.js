/** Makes a slug for a web address out of a title. */
export function slug(title) {
  return title.toLowerCase().replace(/[^a-z0-9]+/, "-")
}
