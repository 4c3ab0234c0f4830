// Which samples `npm test` takes of the large sweeps: others each day, the same ones all day long, whatever is committed meanwhile.

/** `KEELSON_TEST_SAMPLE` takes those of another day again. */
export function chooseSamples() {
  const chosen = process.env.KEELSON_TEST_SAMPLE ?? String(today())
  console.error(`keelson: samples ${chosen}; KEELSON_TEST_SAMPLE=${chosen} npm test takes the same again.`)
  return chosen
}

/** Days, so that samples move on by one. */
function today() {
  return Math.floor(Date.now() / 86_400_000)
}
