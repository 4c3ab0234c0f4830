import "./sparkline.css"

const HEIGHT = 14
const STEP = 3

/** How much a run spent from its first call to its last, as a row of small bars; what it sums up to stands beside it. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null
  const most = Math.max(1, ...values)
  return (
    <svg className="sparkline" width={values.length * STEP} height={HEIGHT} aria-hidden="true">
      {values.map((value, index) => {
        const height = Math.max(1, (value / most) * HEIGHT)
        // biome-ignore lint/suspicious/noArrayIndexKey: bars keep their order.
        return <rect key={index} x={index * STEP} y={HEIGHT - height} width={STEP - 1} height={height} />
      })}
    </svg>
  )
}
