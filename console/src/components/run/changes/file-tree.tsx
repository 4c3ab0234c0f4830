import { quotedName } from "@keelson/text/quoted-name.ts"
import type { FileDiff } from "@keelson/text/unified-diff.ts"
import { useWords } from "../../../words/use-words.ts"
import { RunLater } from "../../run-later.tsx"

type FileTreeProps = {
  readonly files: readonly FileDiff[]
  readonly chosen: string
  readonly onChoose: (path: string) => void
}

/** The files by their folders. */
export function FileTree({ files, chosen, onChoose }: FileTreeProps) {
  const say = useWords()
  const folders = Map.groupBy(files, ({ path }) => path.split("/").slice(0, -1).join("/"))
  return (
    <nav className="file-tree" aria-label={say("files.label")}>
      {[...folders]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([folder, inside]) => (
          <div key={folder}>
            {folder !== "" && <p className="small quiet cut">{quotedName(folder)}/</p>}
            <ul>
              {inside.map(({ path, added, dropped }) => (
                <li key={path}>
                  <button
                    type="button"
                    aria-current={path === chosen ? "true" : undefined}
                    title={quotedName(path)}
                    onClick={() => onChoose(path)}
                  >
                    <span className="cut grow">{quotedName(path.split("/").at(-1) ?? path)}</span>
                    <RunLater path={path} isBrief />
                    <span className="count-added">+{added}</span>
                    <span className="count-dropped">−{dropped}</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  )
}
