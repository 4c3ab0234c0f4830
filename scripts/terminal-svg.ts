/** Draws a terminal capture, text with ANSI colours, as an SVG. */
const COLOURS: Readonly<Record<number, string>> = {
  31: "#e06c75",
  32: "#7fc98f",
  33: "#e5c07b",
  34: "#7aa2f7",
  35: "#b48ead",
  36: "#6cc7d1",
  90: "#7f848e",
  37: "#d7dae0",
}
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[[0-9;]*m)`)
const [WIDTH, LINE, LEFT, TOP] = [8.43, 19, 18, 44] as const

/** `label`: what it shows, for those who can't see it. Never narrower than 80 columns. */
export function terminalSvg(capture: string, label: string): string {
  // Colours go on over the end of a line.
  const drawing: Drawing = { style: "" }
  const lines = capture.trimEnd().split("\n")
  const columns = Math.max(...lines.map((line) => plain(line).length), 80)
  const [width, height] = [Math.round(columns * WIDTH + 2 * LEFT), lines.length * LINE + TOP + 14]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
<rect width="100%" height="100%" rx="10" fill="#1e2127"/>
${["#e06c75", "#e5c07b", "#7fc98f"].map((fill, i) => `<circle cx="${20 + i * 18}" cy="18" r="6" fill="${fill}"/>`).join("")}
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="#d7dae0" style="white-space:pre">
${lines.map((line, row) => `<text x="${LEFT}" y="${TOP + row * LINE}">${spans(line, drawing)}</text>`).join("\n")}
</g>
</svg>
`
}

type Drawing = { style: string }

function spans(line: string, drawing: Drawing): string {
  return line
    .split(COLOUR)
    .map((part, index) => {
      // What is split by stands between the parts.
      if (index % 2 === 0) return part === "" ? "" : `<tspan${drawing.style}>${escaped(part)}</tspan>`
      drawing.style = styleOf(part.slice(2, -1).split(";").map(Number), drawing.style)
      return ""
    })
    .join("")
}

function styleOf(codes: readonly number[], before: string): string {
  return codes.reduce((style, code) => {
    if (code === 0 || code === 39 || code === 22) return ""
    if (code === 1) return `${style} font-weight="bold"`
    if (code === 2) return `${style} opacity="0.65"`
    return COLOURS[code] ? `${style.replace(/ fill="[^"]*"/, "")} fill="${COLOURS[code]}"` : style
  }, before)
}

function plain(line: string): string {
  return line.replaceAll(new RegExp(COLOUR, "g"), "")
}

function escaped(text: string): string {
  return text.replace(/ /g, "\u00a0").replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
}
