/** The server: an HTTP API over runs, their events as streams, and the console's files. */
export { type AgentHostOptions, agentHost } from "./runs/agent-host.ts"
export type { HostSettings, RunHost, StartWish } from "./runs/run-host.ts"
export { type RunServer, type ServerOptions, ServerSetupError, startServer } from "./server.ts"
