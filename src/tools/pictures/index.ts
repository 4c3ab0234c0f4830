import type { AnyTool } from "../tool.ts"
import { viewImage } from "./view-image.ts"

/** Tools by which a model sees. */
export const pictureTools: readonly AnyTool[] = [viewImage]
