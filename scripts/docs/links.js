// Every link and picture of every page leads somewhere, to the heading too.
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { addressesOf, anchorsOf } from "./markdown.js"
import { allPages, ROOT, targetOf, textOf } from "./pages.js"

/** One sentence for each that does not. */
export function brokenLinks(pages = allPages()) {
  const anchors = new Map()
  const has = (page, anchor) => {
    if (!anchors.has(page)) anchors.set(page, anchorsOf(textOf(page)))
    return anchors.get(page).has(anchor)
  }
  return pages.flatMap((page) =>
    addressesOf(textOf(page)).flatMap((address) => {
      const why = whyBroken(page, address, has)
      return why ? [`${page}: ${address}: ${why}`] : []
    }),
  )
}

function whyBroken(page, address, has) {
  // Addresses of others are not asked: the check needs no network.
  if (/^[a-z][a-z+.-]*:/i.test(address)) return undefined
  const [path = "", anchor] = address.split("#")
  const target = path === "" ? page : targetOf(page, path)
  if (!existsSync(join(ROOT, target))) return "there is no such file"
  if (anchor === undefined || statSync(join(ROOT, target)).isDirectory() || !target.endsWith(".md")) return undefined
  return has(target, decodeURIComponent(anchor)) ? undefined : "there is no such heading"
}
