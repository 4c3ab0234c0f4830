export interface Table {
  columns: string[]
  rows: string[][]
}

export interface LoadOptions {
  separator?: string
}

/** A table from CSV text. */
export function loadTable(text: string, options?: LoadOptions): Table

/** A table with one column, `line`. */
export function loadLines(text: string): Table

export function shapePick(table: Table, options: { columns: string[] }): Table
export function shapeSort(table: Table, options: { column: string; numeric?: boolean }): Table

/** Like `loadTable` for a file, with a cache folder. */
export function preloadTable(file: string, options: { folder: string } & LoadOptions): Promise<Table>

export type Step = [name: string, options?: object]
export function runPipeline(text: string, steps: Step[]): Table
