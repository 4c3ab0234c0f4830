import { isWithin } from "../paths.ts"

/** Another state of a folder, which one command sees at the folder's own path. Whatever the command writes there is gone afterwards. */
export type FolderView = {
  readonly root: string
  /** Where it stands, for whoever mounts it at the root. */
  readonly source: string
  /** A folder that goes with the view, for what else is mounted in it. */
  readonly scratch: string
  /** Files that may hold secrets and that the folder itself has not, by their paths in it. */
  readonly secrets: readonly string[]
  /** The same as `command`, with the view in its place; `cwd` is where it starts. */
  enter(command: readonly string[], cwd: string): readonly string[]
}

type Words = readonly string[]

/** Mounts of the folder become mounts of the view: nothing of the folder itself is to be seen, let alone written. */
export function throughView(flags: Words, view: FolderView): Words {
  const [flag = "", source = "", path = ""] = flags
  if (!/^--(ro-)?bind$/.test(flag) || !isWithin(view.root, source)) return flags
  if (source === view.root) return [flag, view.source, path]
  return [`${flag}-try`, view.source + source.slice(view.root.length), path]
}

/** How a view is mounted: over the folder, or a folder that has all of it. */
export type Mounting = {
  /** What makes the namespace in which it is mounted. */
  readonly namespace: Words
  readonly kind: "overlay" | "bind"
  readonly options: string
  /** What takes the powers away again that mounting needed. */
  readonly drop: Words
}

export type MountPlace = {
  readonly root: string
  readonly scratch: string
  /** Absent: at the folder's own path, with a temporary folder of its own. */
  readonly at?: string | undefined
  readonly secrets: readonly string[]
}

/** Not an exit code that checks have. */
export const NOT_MOUNTED = 117

/** Where the folder lies among temporary files it comes along into the ones that take their place. */
const SCRIPT = `kind=$1 scratch=$2 root=$3 at=$4 options=$5 from=$6; shift 6
{
  if [ -z "$at" ]; then
    case $root in /tmp/*) at=$scratch/tmp\${root#/tmp}; mkdir -p "$at" ;; *) at=$root ;; esac
    own=yes
  fi
  case $kind in
    overlay) mount -t overlay overlay -o "lowerdir=$root,upperdir=$scratch/upper,workdir=$scratch/work$options" "$at" ;;
    bind) mount --bind "$scratch/upper" "$at" ;;
  esac && cd "$at" && xargs -0 -r rm -rf -- < "$scratch/gone" && cd / &&
  if [ "$own" = yes ]; then mount --rbind "$scratch/tmp" /tmp; fi
} > "$scratch/trouble" 2>&1 || exit ${NOT_MOUNTED}
cd "$from" && exec "$@"`

/** A view that is mounted anew for each command, in a namespace that ends with it. */
export function mountedView(mounting: Mounting, { root, scratch, at, secrets }: MountPlace): FolderView {
  const { namespace, kind, options, drop } = mounting
  return {
    root,
    source: at ?? root,
    scratch,
    secrets,
    enter: (command, cwd) => [
      ...namespace,
      "/bin/sh",
      "-c",
      SCRIPT,
      "sh",
      kind,
      scratch,
      root,
      at ?? "",
      options,
      // What is confined goes there by itself.
      at === undefined ? cwd : "/",
      ...drop,
      ...command,
    ],
  }
}

/** A whole copy, for bubblewrap to bind. */
export function boundView(root: string, copy: string, { scratch, secrets }: Omit<MountPlace, "root">): FolderView {
  return { root, source: copy, scratch, secrets, enter: (command) => command }
}
