import { STARTING } from "../commands.ts"
import type { Options } from "../option.ts"

/** Which tools a run has, and what they get to. */
export const REACH_OPTIONS = {
  /** The repository that a run's files come from, in place of a folder; recorded as the run's workspace. */
  source: {
    shape: { kind: "text" },
    project: "never",
    flags: [
      {
        name: "source <url>",
        help: "URL#ref:subfolder: a git repository that runs work in a checkout of, unless a request names a folder or another one; needs --database",
        on: ["serve"],
      },
      {
        name: "source <url>",
        help: "URL#ref:subfolder: let workers do it in a checkout of this git repository; needs KEELSON_DATABASE",
        on: ["run"],
      },
    ],
    http: true,
    docs: {
      meaning:
        "`URL#ref:subfolder`: runs of a cluster work in a checkout of this git repository instead of a folder, and leave a branch in it ([sources](cluster.md#sources))",
      unsaid: "none",
    },
  },
  /** Which tools a run has, by group. */
  tools: {
    shape: { kind: "choices", values: ["code", "data", "web", "documents", "memory", "pictures"] },
    default: ["code"],
    // A group brings along what it reaches: the web, a memory of other work.
    project: "narrows",
    flags: [
      {
        name: "tools <groups>",
        help: "{values}; with commas between them",
        on: STARTING,
        isCommon: true,
      },
    ],
    docs: { meaning: "groups: {values} ([tools](tools/code.md))" },
  },
  /** How `web_search` searches. */
  search: {
    shape: { kind: "own" },
    project: "never",
    docs: {
      meaning:
        "`{ provider, url, key_env }` for `web_search`: `searxng` with a `url`, `brave` or `tavily` with the name of the variable that holds the key",
    },
  },
  /** Places that may be fetched though they are not public. */
  allow_hosts: {
    shape: { kind: "texts" },
    default: [],
    project: "never",
    docs: { meaning: "places that `fetch_web_content` may reach though they are not public" },
  },
  /** Variables that single tools may be given, by tool. */
  secrets_for: {
    shape: { kind: "own" },
    default: {},
    project: "never",
    docs: {
      meaning:
        'variables that single tools may be given: `{ "mail__send": ["MAIL_TOKEN"] }` ([below](#variables-and-secrets))',
      project: "no; and yours don't count where a workspace names the model's address",
    },
  },
  /** Names of variables that commands see on top of the usual ones. */
  pass_variables: {
    shape: { kind: "variables" },
    default: [],
    project: "never",
    docs: {
      meaning: "names of variables that commands see on top of the usual ones ([below](#variables-and-secrets))",
    },
  },
  mcp: {
    shape: { kind: "own" },
    project: "own",
    docs: { meaning: "`{ servers }`: [MCP servers](mcp.md)", project: "after `keelson trust`" },
  },
} as const satisfies Options
