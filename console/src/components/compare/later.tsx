import { type ComponentProps, lazy, Suspense } from "react"

const Itself = lazy(() =>
  import("./strategies-dialog.tsx").then(({ StrategiesDialog }) => ({ default: StrategiesDialog })),
)

/** Loaded once somebody wants it. */
export function StrategiesDialog(props: ComponentProps<typeof Itself>) {
  return (
    <Suspense>
      <Itself {...props} />
    </Suspense>
  )
}
