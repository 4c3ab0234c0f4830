/** Servers that a command starts itself are reached without a proxy. */
const DIRECT = "localhost,127.0.0.1,::1"

const NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "npm_config_proxy", "npm_config_https_proxy"]
const OTHERS = ["CARGO_HTTP_PROXY", "YARN_HTTP_PROXY", "YARN_HTTPS_PROXY"]

/** Java has no variable for it, and takes options from this one. */
const javaOptions = (port: number) =>
  ["http", "https"].map((scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${port}`)
const JAVA_DIRECT = "-Dhttp.nonProxyHosts=localhost|127.0.0.1"

/** What tells programs of the proxy; whatever proxy the user has is not reached from inside. */
export function proxyVariables(own: NodeJS.ProcessEnv, port: number): Readonly<Record<string, string>> {
  const address = `http://127.0.0.1:${port}`
  const names = [...NAMES, ...NAMES.map((name) => name.toLowerCase()), ...OTHERS]
  const java = [own.JAVA_TOOL_OPTIONS, ...javaOptions(port), JAVA_DIRECT].filter(Boolean).join(" ")
  return {
    ...Object.fromEntries(names.map((name) => [name, address])),
    NO_PROXY: DIRECT,
    no_proxy: DIRECT,
    npm_config_noproxy: DIRECT,
    NODE_USE_ENV_PROXY: "1",
    ELECTRON_GET_USE_PROXY: "1",
    JAVA_TOOL_OPTIONS: java,
  }
}
