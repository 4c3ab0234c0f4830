import "./tabs.css"

type TabsProps = {
  readonly tabs: readonly { readonly id: string; readonly label: string }[]
  readonly current: string
  readonly onChange: (id: string) => void
}

/** Tabs as the ARIA practices have them: one is in the tab order, arrows go to the others. */
export function Tabs({ tabs, current, onChange }: TabsProps) {
  const move = (by: number) => {
    const at = tabs.findIndex(({ id }) => id === current)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <div
      className="tabs"
      role="tablist"
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") move(1)
        if (event.key === "ArrowLeft") move(-1)
      }}
    >
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === current}
          aria-controls={id === current ? `panel-${id}` : undefined}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
