const WIDTH = 32

function cut(line) {
  return line.length > WIDTH ? line.slice(0, WIDTH - 1) + "…" : line
}

/** The lines of the address label. */
export function label({ name, company, street, postcode, city, country }) {
  const lines = [name, company, street, `${postcode} ${city}`, country.toUpperCase()]
  return lines.filter((line) => line !== undefined && line !== "").map(cut)
}
