import type { ArtifactFile } from "./vocabulary.ts"

/*
 * Where a picture stands in what a model is told, a mark stands in the text: texts are what conversations, folds and logs are made of. As a
 * request is sent, the marks of pictures that this run keeps become parts of it. A mark that somebody else wrote shows no more than a
 * picture of this run.
 */

/** A file of a run that the model is shown. */
export type ShownPicture = ArtifactFile & { readonly width: number; readonly height: number }

const MARK = /\[picture ([\w.-]+\.(?:png|jpg|gif|webp)): (?:"[^"\n\]]*", )?(\d{1,6})×(\d{1,6}), [^\]\n]{1,20}\]/g

/** `about`: the name that people know it by. */
export function pictureMark({ name, width, height }: ShownPicture, size: string, about?: string): string {
  const known = about === undefined ? "" : `"${about.replace(/[\]"\n\r]/g, "_")}", `
  return `[picture ${name}: ${known}${width}×${height}, ${size}]`
}

/** The names of the pictures that a text marks, and their sizes. */
export function marksIn(text: string): { readonly name: string; readonly width: number; readonly height: number }[] {
  if (!text.includes("[picture ")) return []
  return [...text.matchAll(MARK)].map(([, name = "", width, height]) => ({
    name,
    width: Number(width),
    height: Number(height),
  }))
}
