// A few shapes in SVG, for the diagrams.

export function drawing(width, height, shapes, title) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${Math.round(height)}" width="${width}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>${title}</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#7a8296"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
${shapes.join("\n")}
</svg>
`
}

export function box({ x, y, width, height, text, isEnd = false }) {
  const fill = isEnd ? "#eef2ff" : "#f6f7f9"
  return `<g><rect x="${r(x)}" y="${r(y)}" width="${width}" height="${height}" rx="6" fill="${fill}" stroke="#98a0b3"/><text x="${r(x + width / 2)}" y="${r(y + height / 2 + 4.5)}" text-anchor="middle" fill="#1b2333">${text}</text></g>`
}

export function arrow(from, to) {
  return `<line x1="${r(from.x)}" y1="${r(from.y)}" x2="${r(to.x)}" y2="${r(to.y)}" stroke="#7a8296" stroke-width="1.2" marker-end="url(#head)"/>`
}

export function label({ x, y, text }) {
  return `<text x="${x}" y="${y}" fill="#4a5265" font-size="12">${text}</text>`
}

function r(value) {
  return Math.round(value * 10) / 10
}
