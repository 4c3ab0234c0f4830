/** On Windows and in Office; elsewhere the viewer takes its own font for Chinese. */
const CHINESE_FONT = "Microsoft YaHei"
const NO_DATE = "2000-01-01T00:00:00Z"
/** Properties of a paragraph that stand within it: only those at its start are valid. */
const REPEATED_PROPERTIES = /(<\/a:r>|<a:br\/>)(?:<a:pPr\b[^>]*?(?:\/>|>.*?<\/a:pPr>))+/gs

/** There is one master, whatever the list of contents says. */
const MISSING_MASTERS = /<Override PartName="\/ppt\/slideMasters\/slideMaster(?!1\.)\d+\.xml"[^>]*\/>/g
const PNG = Buffer.from("\x89PNG", "latin1")
/** One dot that can't be seen. */
const EMPTY_PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
  "base64",
)

/**
 * Puts right what the package writes into a presentation: one font for Chinese characters everywhere (a code font has none either),
 * no dates, paragraphs and contents that strict readers accept, and a real picture where a drawing has a stand-in for old readers.
 */
export function tidyPart(name: string, content: Buffer): Buffer {
  if (/\.(xml|rels)$/.test(name)) return Buffer.from(tidyText(name, content.toString("utf8")))
  return name.endsWith(".png") && !content.subarray(0, PNG.length).equals(PNG) ? EMPTY_PICTURE : content
}

function tidyText(name: string, text: string): string {
  if (name === "docProps/core.xml") return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, NO_DATE)
  if (name === "[Content_Types].xml") return text.replace(MISSING_MASTERS, "")
  if (name.startsWith("ppt/theme/")) return text.replaceAll('<a:ea typeface=""', `<a:ea typeface="${CHINESE_FONT}"`)
  return text
    .replace(REPEATED_PROPERTIES, "$1")
    .replace(/<a:ea typeface="(?!\+)[^"]*"/g, `<a:ea typeface="${CHINESE_FONT}"`)
}
