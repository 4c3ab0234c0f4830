export { quote } from "./rates.js"
export { label } from "./label.js"
export { isTrackingNumber } from "./tracking.js"
export { zoneOf } from "./carriers/zones.js"
