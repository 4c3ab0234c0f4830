import { fileURLToPath } from "node:url"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"
import { licences } from "../scripts/licences.js"

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the console into `dist/console` of the main package; with `--mode report` the one script and the one style sheet
 * that `keelson report` puts into its files.
 */
export default defineConfig(({ mode }) => ({
  root: at("."),
  base: "./",
  plugins: [react(), licences()],
  resolve: {
    conditions: ["keelson-source", "module", "browser"],
    alias: [
      { find: "@keelson/options", replacement: at("../src/options") },
      { find: "@keelson/protocol", replacement: at("../src/protocol") },
      { find: "@keelson/text", replacement: at("../src/text") },
      { find: "@keelson/view", replacement: at("../src/view") },
      ...(mode === "report" ? [EAGER_MARKDOWN] : []),
    ],
  },
  build: mode === "report" ? report() : console(),
}))

/** A report is one file, so nothing of it can be loaded later. */
const EAGER_MARKDOWN = { find: /^.*\/markdown\.tsx$/, replacement: at("src/components/markdown-eager.tsx") }

/** The console needs types and folds of the protocol, never its schemas: calls to zod are dropped with what they make. */
const treeshake = { manualPureFunctions: ["z"] }

function console() {
  return {
    outDir: at("../dist/console"),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Inline styles and scripts are forbidden by the server's content security policy, and so are data: scripts.
    assetsInlineLimit: 0,
    rolldownOptions: { treeshake },
  }
}

function report() {
  return {
    outDir: at("../dist/console/report"),
    emptyOutDir: true,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700,
    copyPublicDir: false,
    rolldownOptions: {
      treeshake,
      input: at("src/report.tsx"),
      output: {
        format: "iife" as const,
        entryFileNames: "report.js",
        assetFileNames: "report[extname]",
        codeSplitting: false,
      },
    },
  }
}
