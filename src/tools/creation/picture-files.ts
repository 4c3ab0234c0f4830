import { readExisting } from "../code/file-content.ts"
import { ToolFailure } from "../tool.ts"
import type { Workspace } from "../workspace/workspace.ts"
import type { PictureFile } from "./pictures.ts"

/** Reads pictures by the paths that a text gives them. Only files of the workspace: nothing is fetched. */
export async function readPictureFiles(
  workspace: Workspace,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PictureFile>> {
  const files = new Map<string, PictureFile>()
  for (const given of paths) {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(given)) {
      throw new ToolFailure(
        `Image ${JSON.stringify(given.slice(0, 200))} is not in the workspace; only images of the workspace can be used.`,
      )
    }
    const { path, bytes } = await readExisting(workspace, decoded(given), "read")
    files.set(given, { path, bytes })
  }
  return files
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
