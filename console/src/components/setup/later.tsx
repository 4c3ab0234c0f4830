import { type ComponentProps, lazy, Suspense } from "react"

/* What is needed once, if ever, is loaded then. */

const FirstUseItself = lazy(() => import("./first-use.tsx").then(({ FirstUse }) => ({ default: FirstUse })))
const ModelSetupItself = lazy(() => import("./model-setup.tsx").then(({ ModelSetup }) => ({ default: ModelSetup })))

export function FirstUse(props: ComponentProps<typeof FirstUseItself>) {
  return (
    <Suspense>
      <FirstUseItself {...props} />
    </Suspense>
  )
}

export function ModelSetup(props: ComponentProps<typeof ModelSetupItself>) {
  return (
    <Suspense>
      <ModelSetupItself {...props} />
    </Suspense>
  )
}
