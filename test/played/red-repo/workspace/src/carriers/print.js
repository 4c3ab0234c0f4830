// prints the sheet that hangs at the desk: node src/carriers/print.js
import { zoneOf } from "./zones.js"

for (const country of process.argv.slice(2)) {
  console.log(country + ": zone " + zoneOf(country)) 
}
