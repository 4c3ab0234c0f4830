export { headings } from "./headings.js"
export { contents } from "./contents.js"
export { Slugger, slugOf } from "./slugger.js"
