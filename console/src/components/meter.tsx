import "./meter.css"

/** How much of a limit is used; amber from 80 per cent on. */
export function Meter({ share, label }: { readonly share: number; readonly label: string }) {
  const value = Math.min(1, Math.max(0, share))
  return (
    <span className={`meter${value >= 0.8 ? " near" : ""}`} role="img" aria-label={label}>
      <span style={{ width: `${value * 100}%` }} />
    </span>
  )
}
