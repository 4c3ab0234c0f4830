import { createHash } from "node:crypto"
import { escapedJson } from "../text/quoted-name.ts"
import type { ReportContent } from "./report-content.ts"

/** The console's code for reports, as it was built. */
export type ReportAssets = { readonly script: string; readonly style: string }

/**
 * One file that needs no server and asks nobody for anything: the console's own page over an embedded log. Its policy lets only
 * this one script run, so that nothing in the log can, whatever it says.
 */
export function htmlReport(content: ReportContent, assets: ReportAssets, title: string): string {
  const script = assets.script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")
  const style = assets.style.replaceAll("</style", "<\\/style")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<script type="application/json" id="report">${escapeJson(content)}</script>
<script>${script}</script>
</body>
</html>
`
}

function policy(script: string): string {
  const hash = createHash("sha256").update(script).digest("base64")
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`
}

/** No `<` is left, so that nothing in it can end the block; it is still the same JSON. */
function escapeJson(value: unknown): string {
  return escapedJson(JSON.stringify(value)).replaceAll("<", "\\u003c")
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}
