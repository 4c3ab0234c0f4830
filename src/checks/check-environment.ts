import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * What every check sees on top of what every command sees. Nobody is there to answer, nothing is watched, and nothing is
 * downloaded: a check that lacks a package says so instead of installing it. A command may set its own: `GOPROXY=… go test`.
 * Nothing here may change what a project's tests see: no word about colours, terminals, backtraces or compiled files.
 */
export const CHECK_ENVIRONMENT: Readonly<Record<string, string>> = {
  CI: "true",
  npm_config_offline: "true",
  npm_config_yes: "false",
  COREPACK_ENABLE_NETWORK: "0",
  COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  YARN_ENABLE_TELEMETRY: "0",
  NEXT_TELEMETRY_DISABLED: "1",
  PIP_NO_INPUT: "1",
  UV_OFFLINE: "1",
  PYTEST_ADDOPTS: `-o cache_dir=${join(tmpdir(), "keelson-pytest-cache")}`,
  // Without it the output of a check that is stopped would be lost.
  PYTHONUNBUFFERED: "1",
  CARGO_NET_OFFLINE: "true",
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  DOTNET_CLI_TELEMETRY_OPTOUT: "1",
  DOTNET_NOLOGO: "1",
  HEX_OFFLINE: "1",
}
