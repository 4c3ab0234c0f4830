/** What the programs around a confined command must not see, for they are not confined: these choose code that is loaded into them. */
const LOADS_CODE = /^(LD_|DYLD_|GCONV_PATH$|BASH_ENV$|ENV$|BASH_FUNC_)/

/** A confined command's environment, parted: the variables that choose code are set inside the sandbox only. */
export function withoutLoaders(environment: NodeJS.ProcessEnv): { outside: NodeJS.ProcessEnv; inside: string[] } {
  const entries = Object.entries(environment)
  return {
    outside: Object.fromEntries(entries.filter(([name]) => !LOADS_CODE.test(name))),
    inside: entries.flatMap(([name, value]) =>
      LOADS_CODE.test(name) && value !== undefined ? [`${name}=${value}`] : [],
    ),
  }
}
