/** Names a checkpoint: opaque, and equal for equal workspaces. */
export type TreeId = string

/** The files' tree in the shadow, and what git does not keep of them. */
export type TreeParts = { readonly tree: string; readonly extras: string | undefined }

export function formatTreeId({ tree, extras }: TreeParts): TreeId {
  return extras === undefined ? tree : `${tree}.${extras}`
}

/** Throws `TypeError` for what is no id, before git could take it for an option. */
export function parseTreeId(id: TreeId): TreeParts {
  const [, tree, extras] = /^([0-9a-f]{40,64})(?:\.([0-9a-f]{40,64}))?$/.exec(id) ?? []
  if (tree === undefined) throw new TypeError(`"${id}" is no checkpoint.`)
  return { tree, extras }
}
