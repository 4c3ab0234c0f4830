// `npm run build`: everything that is published.
import { build, install } from "./bootstrap.js"

install()
build()
