import type { Block } from "../creation/document.ts"
import type { PagesRequest, SlidesRequest } from "../creation/jobs.ts"
import type { DatasetRequest, QueryRequest } from "../data/jobs.ts"
import type { Table } from "../data/table.ts"
import type { RenderRequest } from "../pictures/jobs.ts"
import type { RenderedPicture } from "../pictures/render-svg.ts"

/**
 * What is done in a child process: everything that reads data, texts and pictures of other people's with a parser. A request and its result
 * are plain data. Packages are named by where they lie, for only the engine knows where they may be taken from.
 */
export type ChildJobs = {
  readonly query_data: { readonly request: QueryRequest; readonly result: string }
  readonly query_table: { readonly request: QueryRequest; readonly result: Table }
  readonly render_svg: { readonly request: RenderRequest; readonly result: RenderedPicture }
  readonly read_dataset: { readonly request: DatasetRequest; readonly result: string }
  readonly read_markdown: {
    readonly request: { readonly text: string; readonly packages: readonly string[] }
    readonly result: Block[]
  }
  readonly make_pdf: {
    readonly request: PagesRequest
    readonly result: { readonly bytes: Uint8Array; readonly pages: number; readonly missing: readonly string[] }
  }
  readonly make_slides: {
    readonly request: SlidesRequest
    readonly result: { readonly bytes: Uint8Array; readonly slides: number }
  }
  readonly read_page: {
    readonly request: {
      readonly html: string
      readonly url: string
      readonly defuddle: string
      readonly linkedom: string
    }
    readonly result: { readonly title: string; readonly text: string }
  }
}

export type ChildJobName = keyof ChildJobs

/** What the engine sends; one at a time. */
export type ChildOrder<Name extends ChildJobName = ChildJobName> = {
  readonly job: Name
  readonly request: ChildJobs[Name]["request"]
}

/** What comes back. `isSpent`: memory ran out on the way, so the child is not used again. */
export type ChildReply =
  | { readonly result: unknown }
  | { readonly failure: string; readonly verdict: boolean; readonly isSpent: boolean }
  | { readonly fault: string; readonly isSpent: boolean }
