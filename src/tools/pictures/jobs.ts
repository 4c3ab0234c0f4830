import { importPackage } from "../child/import-package.ts"
import { lookAtPicture } from "../creation/pictures.ts"
import type { RenderedPicture } from "./render-svg.ts"

/* What is done in a child process: it decodes and draws. */

export type RenderRequest = { readonly svg: Uint8Array; readonly resvg: string }

/** What is used of resvg. */
type Resvg = {
  readonly Resvg: new (
    svg: string,
    options: object,
  ) => {
    readonly width: number
    readonly height: number
    render(): { readonly width: number; readonly height: number; asPng(): Uint8Array }
  }
}

/** Twice as large as it says, for letters to be read; and no larger than a model looks at. */
const SCALE = 2
const LONGEST_SIDE = 1600

export async function renderSvgJob({ svg, resvg }: RenderRequest): Promise<RenderedPicture> {
  const { width, height, bytes } = lookAtPicture({ path: "drawing.svg", bytes: svg })
  const { Resvg } = await importPackage<Resvg>(resvg, "@resvg/resvg-js")
  const zoom = Math.min(SCALE, LONGEST_SIDE / Math.max(width, height))
  const options = {
    background: "white",
    fitTo: { mode: "zoom", value: zoom },
    font: { loadSystemFonts: true },
    logLevel: "off",
  }
  const picture = new Resvg(bytes.toString("utf8"), options).render()
  return { bytes: new Uint8Array(picture.asPng()), width: picture.width, height: picture.height }
}
