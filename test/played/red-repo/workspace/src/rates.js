import { zoneOf } from "./carriers/zones.js"

const RATES = {
  1: { base: 390, perKilo: 60 },
  2: { base: 790, perKilo: 140 },
  3: { base: 1290, perKilo: 310 },
  4: { base: 1990, perKilo: 520 },
}
const BULKY_SIDE = 120
const BULKY_AMOUNT = 1500
const CONTRACT_PERCENT = 12

/** The kilos that count: real or volume weight, whichever is larger. */
export function chargeableWeight({ weight, sides }) {
  const [a, b, c] = sides
  return Math.max(weight, (a * b * c) / 5000)
}

/**
 * The price of a parcel in cents.
 * parcel: { country, weight (kg), sides: [cm, cm, cm] }
 * options: { contract: boolean }
 */
export function quote(parcel, { contract = false } = {}) {
  if (!(parcel.weight > 0)) throw new RangeError("weight must be above 0")
  const rate = RATES[zoneOf(parcel.country)]
  const freight = rate.base + rate.perKilo * Math.ceil(chargeableWeight(parcel))
  const discount = contract ? Math.floor((freight * CONTRACT_PERCENT) / 100) : 0
  const surcharges = []
  if (Math.max(...parcel.sides) > BULKY_SIDE) surcharges.push({ name: "bulky", amount: BULKY_AMOUNT })
  const total = freight - discount + surcharges.reduce((sum, { amount }) => sum + amount, 0)
  return { freight, discount, surcharges, total }
}
