import { runInChild } from "../child/run-in-child.ts"
import { toolPackageUrls } from "../load-tool-package.ts"
import type { ToolContext } from "../tool.ts"

export type RenderedPicture = { readonly bytes: Uint8Array; readonly width: number; readonly height: number }

/** An SVG as a PNG, drawn in a child process; throws `ToolFailure` where the extra for it is missing. */
export function renderSvg(
  svg: Uint8Array,
  context: Pick<ToolContext, "signal" | "sandbox" | "children">,
): Promise<RenderedPicture> {
  const [resvg = ""] = toolPackageUrls("pictures", ["@resvg/resvg-js"])
  return runInChild(context, { job: "render_svg", request: { svg, resvg } }, { advice: "Make the drawing simpler." })
}
