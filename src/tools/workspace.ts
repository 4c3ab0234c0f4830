/** The folder that a run may touch. */
export interface Workspace {
  readonly root: string
}
