import { Component, type ReactNode, useState } from "react"
import { useWords } from "../words/use-words.ts"

type Props = { readonly children: ReactNode }

/** Keeps a fault of a page to that page: the bar above it still works, and what broke can be told to somebody. */
export class PageBoundary extends Component<Props, { readonly fault: unknown }> {
  override state = { fault: undefined }

  static getDerivedStateFromError(fault: unknown) {
    return { fault }
  }

  override render(): ReactNode {
    return this.state.fault === undefined ? this.props.children : <Fault fault={this.state.fault} />
  }
}

function Fault({ fault }: { readonly fault: unknown }) {
  const say = useWords()
  const [isCopied, setCopied] = useState(false)
  const details = detailsOf(fault)
  const copy = () => navigator.clipboard?.writeText(details).then(() => setCopied(true))
  return (
    <main className="page narrow" id="main">
      <div className="note error fault" role="alert">
        <h1>{say("fault.title")}</h1>
        <p>{say("fault.text")}</p>
        <pre className="digest">{details}</pre>
        <p className="row">
          <button type="button" className="button" onClick={() => location.reload()}>
            {say("fault.reload")}
          </button>
          <button type="button" className="button" onClick={copy}>
            {say(isCopied ? "copied" : "fault.copy")}
          </button>
        </p>
      </div>
    </main>
  )
}

function detailsOf(fault: unknown): string {
  const words = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  return `${location.hash}\n${words}`
}
