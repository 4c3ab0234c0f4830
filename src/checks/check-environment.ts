import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * What every check sees on top of what every command sees. Nobody is there to answer, nothing is watched, and nothing is
 * downloaded: a check that lacks a package says so instead of installing it. A command may set its own: `GOPROXY=… go test`.
 */
export const CHECK_ENVIRONMENT: Readonly<Record<string, string>> = {
  CI: "true",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  TERM: "dumb",
  npm_config_offline: "true",
  npm_config_yes: "false",
  npm_config_update_notifier: "false",
  npm_config_fund: "false",
  npm_config_audit: "false",
  COREPACK_ENABLE_NETWORK: "0",
  COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  YARN_ENABLE_TELEMETRY: "0",
  NEXT_TELEMETRY_DISABLED: "1",
  PIP_NO_INPUT: "1",
  // Caches beside the sources would look like changes of the run.
  PYTHONDONTWRITEBYTECODE: "1",
  PYTEST_ADDOPTS: `-o cache_dir=${join(tmpdir(), "keelson-pytest-cache")}`,
  PYTHONUNBUFFERED: "1",
  CARGO_NET_OFFLINE: "true",
  CARGO_TERM_COLOR: "never",
  // Frames of the standard library would bury the line that matters.
  RUST_BACKTRACE: "0",
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
}
