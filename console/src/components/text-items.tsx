/** Texts as list items. Two may be equal, so that their places are their names. */
export function TextItems({ items }: { readonly items: readonly string[] }) {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
    <li key={index}>{item}</li>
  ))
}
