import type { JsonStyle } from "./quirks.ts"

/** The same JSON as a careless model writes it; `json` must be valid. */
export function styleJson(json: string, style: JsonStyle): string {
  switch (style) {
    case "broken":
      return json.replace(/"(\w+)":/, "$1:").replace(/([}\]])$/, ",$1")
    case "cut":
      return json.slice(0, Math.ceil(json.length / 2))
    case "fenced":
      return `\`\`\`json\n${json}\n\`\`\``
    case "singleQuoted":
      return singleQuote(json)
    case "prose":
      return `Sure! Here is what you asked for:\n\n${json}\n\nLet me know if you need anything else.`
  }
}

function singleQuote(json: string): string {
  return json.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => {
    const unescaped = inner.replaceAll('\\"', '"').replaceAll("'", "\\'")
    return `'${unescaped}'`
  })
}
