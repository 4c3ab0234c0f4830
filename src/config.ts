import { stateFolder } from "./journal/state-folder.ts"

/* The one door to what is configured: files, environment, flags, and what is remembered of folders. */

export { checkControls } from "./config/check-controls.ts"
export type { Config, Endpoint, Flags, Said } from "./config/config.ts"
export { ConfigError } from "./config/config-error.ts"
export { endpointFor, providerOf, shownAddress, strangersEndpoint } from "./config/endpoint.ts"
export { PROJECT_CODE, PROJECT_FILE, userConfig, userFile, userInstructions } from "./config/files.ts"
export { adoptKeys, keepKey, keepSetting, keepSettings, keysFile } from "./config/keep.ts"
export { fileEndpoint, fileServers, loadConfig, NO_CODE, type ProjectCode } from "./config/load.ts"
export { type Origin, originsOf } from "./config/origins.ts"
export { readPrivateText, writePrivateText } from "./config/private-file.ts"
export { projectCode, readConfig } from "./config/project-code.ts"
export { forgetRule, rememberedRules, rememberRule } from "./config/remembered-rules.ts"
export { formValues, saidByFlags, saidByRequest } from "./config/said.ts"
export type { SearchSetting, ToolGroup } from "./config/schema.ts"
export { changedServers } from "./config/seen-servers.ts"
export { codeFileOf, type Stranger, strangersIn } from "./config/strangers.ts"
export { distrustFolder, type TrustState, trustedFolders, trustFolder, trustState } from "./config/trust.ts"
export { allowEndpoint, allowedEndpoints, forgetEndpoints, isEndpointAllowed } from "./config/trusted-endpoints.ts"

/** The address of the database that runs are kept in instead of the state folder; `undefined` where nobody named one. */
export function configuredDatabase(): string | undefined {
  return process.env.KEELSON_DATABASE || undefined
}

/** Where runs are kept, for commands that need nothing else. */
export function configuredStateFolder(): string {
  return stateFolder(process.env)
}
