// Made of /api/openapi.json by scripts/api-types.js; not written by hand.
export type paths = {
  "/api/health": {
    /** Whether the server is up. */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Health"] } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/session": {
    /** The token for the code of a printed address; a code is good once. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["SessionRequest"] } }
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Session"] } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/session/address": {
    /** Print a new address where the server runs. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["AddressReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/settings": {
    /** What a new run starts from. */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Settings"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/models": {
    /** Which models could be asked now, and what the other providers lack. */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Models"] } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/openapi.json": {
    /** This description. */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": unknown } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs": {
    /** List runs, newest first. */
    get: {
      parameters: {
        query?: {
          search?: string
          state?: string
          strategy?: string
          workspace?: string
          model?: string
          comparison?: string
          verified?: "true" | "false"
          archived?: "true" | "false"
          since?: number
          sort?: "newest" | "oldest" | "duration" | "calls" | "tokens" | "cost" | "folder"
          limit?: number
          before?: string
        }
        path?: never
        header?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["RunListPage"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
    /** Start a run. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["StartRequest"] } }
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["StartReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}": {
    /** A run and its result so far. */
    get: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Run"] } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/log": {
    /** The events of a run from a number on, or `at` a place; with Accept: application/x-ndjson as lines, which come as they are read. */
    get: {
      parameters: {
        query?: { from?: number; at?: number; limit?: number }
        path: { id: string }
        header?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["LogPage"] } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/opening": {
    /** What a page shows a run with, as lines: its events after a number; of a long run how many entries have been read (`read`), then a `picture` of them all. */
    get: {
      parameters: { query?: { after?: number }; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/x-ndjson": string } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/picture": {
    /** What is shown of a run after so many events; of stages long past in brief. */
    get: {
      parameters: { query?: { at?: number }; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": unknown } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/part": {
    /** What a picture leaves out of a stage: results, plan, ruling. */
    get: {
      parameters: { query?: { stage?: string }; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": unknown } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/events": {
    /** The events of a run as they come: fact (numbered, LoggedEvent), live (droppable), state and end (StreamState). Resumes after Last-Event-ID. */
    get: {
      parameters: { query?: { after?: number }; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/event-stream": string } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/events": {
    /** The events of many runs over one connection, each named as ID@SEQ. `event: run` says whose events follow; `refused` that one can't be followed. */
    get: {
      parameters: { query?: { run?: string[] }; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/event-stream": string } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/answer": {
    /** Answer a question in words, and go on. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["AnswerRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ActionReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/approve": {
    /** Allow or deny what the run wants to do, and go on. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["ApproveRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ActionReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/tell": {
    /** Say something to the run on its way; it is heard before the next call of the model, or, `now`, in place of the one under way. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["TellRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ActionReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/cancel": {
    /** End the run with a report. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["CancelRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ActionReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/resume": {
    /** Go on after a crash, a stop or a limit. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["ResumeRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ActionReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/fork": {
    /** Go on in a new run that keeps what was recorded before a place of the log; without one, before the place where a change of code blocked it. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["ForkRequest"] } }
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["StartReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/archive": {
    /** Take the run out of lists, or put it back. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["ArchiveRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ActionReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/replay": {
    /** What other guards would have said of the run; asks no model and changes nothing. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["ReplayRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ReplayReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/calls": {
    /** The calls of models that the run made, in the order of their replies. */
    get: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["CallList"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/calls/{n}": {
    /** One of them, by its number or its key: what was sent, what came back, why it was sent back. */
    get: {
      parameters: { query?: never; path: { id: string; n: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["OpenedCall"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/report": {
    /** The run as one file: HTML that needs no server, or Markdown. */
    get: {
      parameters: { query?: { form?: "html" | "md" }; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/html": string } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/undo": {
    /** Put the workspace back as it was. */
    post: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["UndoRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["UndoReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/diff": {
    /** What the run changed, or one round of it. */
    get: {
      parameters: {
        query?: { round?: string; form?: "full" | "patch" }
        path: { id: string }
        header?: never
        cookie?: never
      }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/plain": string } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/runs/{id}/artifacts/{artifact}": {
    /** A task's whole result, or a file that it made. */
    get: {
      parameters: { query?: { lines?: string }; path: { id: string; artifact: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "text/plain": string } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/comparisons": {
    /** Start the same request under several strategies, side by side, each in a copy of the folder. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["CompareRequest"] } }
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["CompareReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/demo": {
    /** Play the demo: a real run with prepared replies, in a folder of its own. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        201: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["StartReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/config": {
    /** What holds for new runs and who said so; `refusal` says why whoever asks may not change it. */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: { headers: { [name: string]: unknown }; content: { "application/json": components["schemas"]["Config"] } }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
    /** Put one setting into the user's own config; only on the machine that the server runs on. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["ConfigRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ConfigKept"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/keys": {
    /** Keep a provider's key for this user alone; only on the machine that the server runs on. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["KeyRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["KeyReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/api/prune": {
    /** Tell which runs would go, or, given those that were told, remove them. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["PruneRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["PruneReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["Error"] }
        }
      }
    }
  }
  "/v1/models": {
    /** The strategies as models. */
    get: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ChatModelList"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ChatError"] }
        }
      }
    }
  }
  "/v1/models/{id}": {
    /** One of them. */
    get: {
      parameters: { query?: never; path: { id: string }; header?: never; cookie?: never }
      requestBody?: never
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ChatModel"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ChatError"] }
        }
      }
    }
  }
  "/v1/chat/completions": {
    /** A run as a reply: starts one, or answers the one that asked. With stream: true, ChatChunk as server-sent events, then [DONE]. */
    post: {
      parameters: { query?: never; path?: never; header?: never; cookie?: never }
      requestBody: { content: { "application/json": components["schemas"]["ChatRequest"] } }
      responses: {
        200: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ChatReply"] }
        }
        default: {
          headers: { [name: string]: unknown }
          content: { "application/json": components["schemas"]["ChatError"] }
        }
      }
    }
  }
}
export type components = {
  schemas: {
    Health: { ok: true; version: string }
    SessionRequest: { code: string }
    Session: { token: string }
    AddressReply: { told: true }
    Settings: {
      version: string
      workspace: string
      workspaces: string[]
      sources?: string[]
      source?: string
      strategies: { name: string; summary: string; plans: boolean }[]
      strategy?: string
      model: string | null
      approve: "ask" | "edits" | "full" | "read-only"
      limits: {
        max_iterations?: number
        max_model_calls?: number
        max_tasks_per_round?: number
        max_rounds?: number | null
        max_plan_steps?: number
        max_step_tool_calls?: number
        max_replans?: number
        max_time_ms?: number
        max_prompt_tokens?: number | null
        max_completion_tokens?: number | null
        max_cost?: number | null
        repairs_per_rung?: number
        calls_per_control?: number
        clarification_rounds?: number
        clarification_questions?: number
        attempts_per_task?: number
        parallel_tasks?: number
        parallel_phases?: number
        parallel_steps?: number
        round_timeout_ms?: number
        todo_nudges?: number
        read_write_timeout_ms?: number
        network_timeout_ms?: number
        execute_timeout_ms?: number
        slow_check_ms?: number
        check_timeout_ms?: number
        checkpoint_wait_ms?: number
        compact_at_tokens?: number
        compact_share?: number
        compact_to?: number
        keep_rounds?: number
        reserve_calls?: number
        reserve_tokens?: number
      }
      language: "en" | "zh"
      options?: { [name: string]: unknown }
      sandbox: string | null
      sandbox_missing?: string
      offers?: ("demo" | "compare" | "owner")[]
      kept?: { runs: number; checkpoints: number }
      you?: { name: string; tenant: string; role: "view" | "run" | "approve" | "administer"; places: string[] }
    }
    Models: {
      usable: { label: string; models: string[] }[]
      missing: { label: string; reason: string; home_page: string }[]
    }
    RunListItem: {
      id: string
      workspace: string
      title: string
      strategy: string
      model: string
      state:
        | "INTAKE"
        | "PLANNING"
        | "EXECUTING"
        | "VERIFYING"
        | "RECOVERING"
        | "WAITING"
        | "DONE"
        | "INCOMPLETE"
        | "FAILED"
        | "BLOCKED"
        | "CANCELLED"
      created_at: number
      updated_at: number
      archived?: true
      tenant?: string
      asked_by?: string
      outcome: "done" | "incomplete" | "failed" | "blocked" | "cancelled" | "waiting" | "running"
      calls: number
      tokens: number
      pulse: number[]
      cost: number | null
      duration_ms: number
      checks: { passed: number; failed: number } | null
      verified: boolean
      undone: ("all" | "part") | null
      questions: number
      live: boolean
      comparison?: { id: string; workspace: string }
      demo?: true
      queue?: {
        place: number
        reason: "busy" | "no_workers" | "workspace" | "tenant_runs" | "tenant_cost" | "tenant_tokens"
      }
    }
    RunListPage: {
      runs: components["schemas"]["RunListItem"][]
      more: boolean
      overview: { states: { [name: string]: number }; archived: number; workspaces: string[]; models: string[] }
    }
    StartRequest: {
      request: string
      workspace?: string
      model?: string
      retries?: number
      strategy?: string
      profile?: "auto" | "small" | "usual"
      literal?: boolean
      settings?: { [name: string]: unknown }
      approve?: "ask" | "edits" | "full" | "read-only"
      review?: boolean
      scope?: string[]
      limits?: {
        max_iterations?: number
        max_model_calls?: number
        max_tasks_per_round?: number
        max_rounds?: number | null
        max_plan_steps?: number
        max_step_tool_calls?: number
        max_replans?: number
        max_time_ms?: number
        max_prompt_tokens?: number | null
        max_completion_tokens?: number | null
        max_cost?: number | null
        repairs_per_rung?: number
        calls_per_control?: number
        clarification_rounds?: number
        clarification_questions?: number
        attempts_per_task?: number
        parallel_tasks?: number
        parallel_phases?: number
        parallel_steps?: number
        round_timeout_ms?: number
        todo_nudges?: number
        read_write_timeout_ms?: number
        network_timeout_ms?: number
        execute_timeout_ms?: number
        slow_check_ms?: number
        check_timeout_ms?: number
        checkpoint_wait_ms?: number
        compact_at_tokens?: number
        compact_share?: number
        compact_to?: number
        keep_rounds?: number
        reserve_calls?: number
        reserve_tokens?: number
      }
      source?: string
      follows?: string
      attachments?: { name: string; data: string }[]
    }
    StartReply: { run_id: string }
    Run: { header: components["schemas"]["RunListItem"]; result: components["schemas"]["RunResult"] }
    RunResult: {
      run_id: string
      success: boolean
      outcome: "done" | "incomplete" | "failed" | "blocked" | "cancelled" | "waiting" | "running"
      reason: string
      limit?: string
      missing?: string[]
      refused?: string[]
      blocked_at?: string
      language: "en" | "zh"
      message: string
      summary: string
      facts: string
      plain?: boolean
      summary_layer: string
      phases_completed: number
      total_tasks: number
      total_rounds: number
      highlights: string[]
      need_clarification: boolean
      questions: (
        | { kind: "clarification"; id: string; questions: string[] }
        | {
            kind: "approval"
            id: string
            about?: "call" | "plan" | "check" | "exception" | "network"
            tool: string
            summary: string
            detail: string
            command?: string
            risks?: ("unconfined" | "privileged" | "deletes" | "fetched_code" | "writes_outside")[]
            file_risks?: {
              path: string
              risk:
                | "runs_later"
                | "instructs"
                | "dependencies"
                | "secret"
                | "fetched_code"
                | "address"
                | "hidden"
                | "executable"
                | "outside"
                | "drops_lines"
                | "drops_file"
                | "unseen"
              lines?: number[]
            }[]
            rule?: { tool: string; match?: string; decision: "allow" | "ask" | "deny" }
          }
      )[]
      requirements?: {
        number: number
        text: string
        status: "met" | "open" | "dropped"
        tasks: number[]
        why: string[]
      }[]
      verified: boolean
      undone?: "all" | "part"
      delivered?: { branch: string | null; commit: string | null; reason: string }
      checks: { name: string; status: "passed" | "failed" | "broken"; passed: boolean; failing: string[] }[]
      files: { path: string; before: string | null; after: string | null }[]
      usage: { prompt: number; completion: number; cached: number; calls: number; cost: number | null }
      figures: {
        cache_share: number
        prefix_share: number
        deviation: number
        alarms: number
        compression: number | null
        saved: { structuring: number; digesting: number; compacting: number }
      }
      limits: {
        used: { [name: string]: number }
        allowed: { [name: string]: number | null }
        estimate: { calls: number; tokens: number; cost: number | null } | null
        worst: { calls: number; tokens: number; cost: number | null } | null
      }
    }
    LoggedEvent: {
      seq: number
      key: string
      at: number
      event:
        | {
            type: "run.started"
            request: string
            attachments?: { id: string; name: string; mime: string; size: number; width?: number; height?: number }[]
            strategy: string
            stages?: string[]
            environment: {
              date: string
              platform: string
              workspace: string
              stand?: string
              instructions: string
              folder?: string
              language: "en" | "zh"
              conversation?: { request: string; outcome: string; summary: string; facts?: string; results?: string }[]
              comparison?: { id: string; workspace: string }
              demo?: true
              model: string
              endpoint?: string | null
              context_window?: { tokens: number; from: "given" | "known" | "assumed" }
              price: { prompt: number; completion: number; cached?: number } | null
              tools: string[]
              tool_changes?: string[]
              window?: number
              request_tokens?: number
              missed?: string[]
              traits?: {
                [name: string]: {
                  kind?: "read" | "write" | "command" | "search" | "page" | "data" | "code" | "document" | "note"
                  file?: true
                  makes?: true
                  waits?: true
                  shell?: true
                }
              }
              approve: "ask" | "edits" | "full" | "read-only"
              rules?: { tool: string; match?: string; decision: "allow" | "ask" | "deny" }[]
              sandbox?: string | null
              retries?: number
              profile?: "auto" | "small" | "usual"
              literal?: boolean
              review?: boolean
              network?: boolean | string[]
              scope?: string[]
              exceptions?: "grant" | "ask" | "deny"
              allow_read?: string[]
              deny_read?: string[]
              allow_write?: string[]
              deny_write?: string[]
              verify?: "round" | "phase" | "end" | "off"
              keep_calls?: boolean
              limits: {
                max_iterations?: number
                max_model_calls?: number
                max_tasks_per_round?: number
                max_rounds?: number | null
                max_plan_steps?: number
                max_step_tool_calls?: number
                max_replans?: number
                max_time_ms?: number
                max_prompt_tokens?: number | null
                max_completion_tokens?: number | null
                max_cost?: number | null
                repairs_per_rung?: number
                calls_per_control?: number
                clarification_rounds?: number
                clarification_questions?: number
                attempts_per_task?: number
                parallel_tasks?: number
                parallel_phases?: number
                parallel_steps?: number
                round_timeout_ms?: number
                todo_nudges?: number
                read_write_timeout_ms?: number
                network_timeout_ms?: number
                execute_timeout_ms?: number
                slow_check_ms?: number
                check_timeout_ms?: number
                checkpoint_wait_ms?: number
                compact_at_tokens?: number
                compact_share?: number
                compact_to?: number
                keep_rounds?: number
                reserve_calls?: number
                reserve_tokens?: number
              }
              constraints?: {
                enforce?: boolean
                all?: { allow?: string[]; forbid?: string[]; late?: string[] }
                coding?: { allow?: string[]; forbid?: string[]; late?: string[] }
                research?: { allow?: string[]; forbid?: string[]; late?: string[] }
                creation?: { allow?: string[]; forbid?: string[]; late?: string[] }
                data_processing?: { allow?: string[]; forbid?: string[]; late?: string[] }
                general?: { allow?: string[]; forbid?: string[]; late?: string[] }
              }
              checks?: unknown
              answer_schema?: { [name: string]: unknown }
              settings: { [name: string]: unknown }
            }
            fingerprint?: string
            context?: { [name: string]: unknown }
            trace?: { trace_id: string; span_id: string; parent_id?: string; sampled: boolean; state?: string }
            by?: string
          }
        | {
            type: "run.resumed"
            epoch: number
            environment: {
              date: string
              platform: string
              workspace: string
              stand?: string
              instructions: string
              folder?: string
              language: "en" | "zh"
              conversation?: { request: string; outcome: string; summary: string; facts?: string; results?: string }[]
              comparison?: { id: string; workspace: string }
              demo?: true
              model: string
              endpoint?: string | null
              context_window?: { tokens: number; from: "given" | "known" | "assumed" }
              price: { prompt: number; completion: number; cached?: number } | null
              tools: string[]
              tool_changes?: string[]
              window?: number
              request_tokens?: number
              missed?: string[]
              traits?: {
                [name: string]: {
                  kind?: "read" | "write" | "command" | "search" | "page" | "data" | "code" | "document" | "note"
                  file?: true
                  makes?: true
                  waits?: true
                  shell?: true
                }
              }
              approve: "ask" | "edits" | "full" | "read-only"
              rules?: { tool: string; match?: string; decision: "allow" | "ask" | "deny" }[]
              sandbox?: string | null
              retries?: number
              profile?: "auto" | "small" | "usual"
              literal?: boolean
              review?: boolean
              network?: boolean | string[]
              scope?: string[]
              exceptions?: "grant" | "ask" | "deny"
              allow_read?: string[]
              deny_read?: string[]
              allow_write?: string[]
              deny_write?: string[]
              verify?: "round" | "phase" | "end" | "off"
              keep_calls?: boolean
              limits: {
                max_iterations?: number
                max_model_calls?: number
                max_tasks_per_round?: number
                max_rounds?: number | null
                max_plan_steps?: number
                max_step_tool_calls?: number
                max_replans?: number
                max_time_ms?: number
                max_prompt_tokens?: number | null
                max_completion_tokens?: number | null
                max_cost?: number | null
                repairs_per_rung?: number
                calls_per_control?: number
                clarification_rounds?: number
                clarification_questions?: number
                attempts_per_task?: number
                parallel_tasks?: number
                parallel_phases?: number
                parallel_steps?: number
                round_timeout_ms?: number
                todo_nudges?: number
                read_write_timeout_ms?: number
                network_timeout_ms?: number
                execute_timeout_ms?: number
                slow_check_ms?: number
                check_timeout_ms?: number
                checkpoint_wait_ms?: number
                compact_at_tokens?: number
                compact_share?: number
                compact_to?: number
                keep_rounds?: number
                reserve_calls?: number
                reserve_tokens?: number
              }
              constraints?: {
                enforce?: boolean
                all?: { allow?: string[]; forbid?: string[]; late?: string[] }
                coding?: { allow?: string[]; forbid?: string[]; late?: string[] }
                research?: { allow?: string[]; forbid?: string[]; late?: string[] }
                creation?: { allow?: string[]; forbid?: string[]; late?: string[] }
                data_processing?: { allow?: string[]; forbid?: string[]; late?: string[] }
                general?: { allow?: string[]; forbid?: string[]; late?: string[] }
              }
              checks?: unknown
              answer_schema?: { [name: string]: unknown }
              settings: { [name: string]: unknown }
            }
            by?: string
          }
        | { type: "source.opened"; commit: string; instructions: string }
        | {
            type: "work.delivered"
            epoch: number
            branch: string | null
            commit: string | null
            reason: string
            left_out?: string[]
          }
        | { type: "run.forked"; from: string; key: string; by?: string }
        | { type: "run.archived"; archived: boolean; by?: string }
        | {
            type: "state.changed"
            state:
              | "INTAKE"
              | "PLANNING"
              | "EXECUTING"
              | "VERIFYING"
              | "RECOVERING"
              | "WAITING"
              | "DONE"
              | "INCOMPLETE"
              | "FAILED"
              | "BLOCKED"
              | "CANCELLED"
          }
        | { type: "cancel.requested"; by: string; reason: string }
        | { type: "limit.reached"; limit: string; used: number; allowed: number }
        | {
            type: "summary.made"
            layer: "summarizer" | "closing" | "plain" | "stitched" | "composed"
            text: string
            highlights: string[]
            quality?: string
            corrections?: string[]
            answer?: unknown
          }
        | {
            type: "run.ended"
            outcome:
              | { status: "done"; verified: boolean; proof?: string; except?: string[]; notes?: string[] }
              | { status: "incomplete"; limit: string; reason: string; missing?: string[]; refused?: string[] }
              | { status: "failed"; reason: string }
              | { status: "blocked"; reason: string; key?: string }
              | { status: "cancelled"; reason: string }
            message: string
            workspace_gone?: true
          }
        | {
            type: "undo.made"
            stages: string[]
            tree_before: string
            tree_after: string
            changes: { path: string; before: string | null; after: string | null }[]
            undoes?: string | null
            by?: string
          }
        | { type: "word.added"; number: number; text: string; by: string; now?: true }
        | { type: "words.heard"; stage: string; upto: number }
        | { type: "clarification.asked"; question: string; questions: string[] }
        | { type: "clarification.answered"; question: string; answer: string; by?: string }
        | {
            type: "approval.asked"
            question: string
            about?: "call" | "plan" | "check" | "exception" | "network"
            tool: string
            summary: string
            detail: string
            command?: string
            risks?: ("unconfined" | "privileged" | "deletes" | "fetched_code" | "writes_outside")[]
            file_risks?: {
              path: string
              risk:
                | "runs_later"
                | "instructs"
                | "dependencies"
                | "secret"
                | "fetched_code"
                | "address"
                | "hidden"
                | "executable"
                | "outside"
                | "drops_lines"
                | "drops_file"
                | "unseen"
              lines?: number[]
            }[]
            rule?: { tool: string; match?: string; decision: "allow" | "ask" | "deny" }
            network?: { hosts: { name: string; closed?: string; named?: true }[]; registries?: string[]; whole?: true }
          }
        | {
            type: "approval.answered"
            question: string
            decision: "allow" | "allow_always" | "remember" | "deny"
            reason?: string
            edited?: unknown
            by?: string
          }
        | {
            type: "request.analysed"
            analysis: {
              core_goal: string
              requirements: string[]
              constraints?: string[]
              complexity: "simple" | "medium" | "complex"
              estimated_phases?: number
              task_type?: "coding" | "research" | "creation" | "data_processing" | "general"
              write_scope?: string[]
              changes?: "files" | "none" | "unsure"
              must_pass?: string[]
              clarification_needed?: boolean
              clarification_questions?: string[]
              direct_answer?: string
            }
            raw_tokens: number
            structured_tokens: number
          }
        | {
            type: "phases.planned"
            phases: {
              id: number
              name: string
              goal: string
              estimated_rounds?: number
              dependencies?: number[]
              for?: number[]
            }[]
            execution_strategy: "sequential" | "parallel"
          }
        | {
            type: "stage.started"
            stage: string
            kind: string
            title: string
            iterations?: number
            words?: { en: string; zh: string }
            repeats?: boolean
          }
        | {
            type: "stage.ended"
            stage: string
            status: "done" | "failed" | "forced" | "incomplete" | "unproven" | "skipped" | "blocked" | "continued"
            summary: string
          }
        | { type: "stage.extended"; stage: string; why: string; left: number }
        | { type: "handover.made"; stage: string; from: string[]; results: string[]; files: string[] }
        | { type: "control.missed"; control: string; stage: string; reason: string }
        | {
            type: "plan.made"
            stage: string
            tasks: {
              id: number
              tool: string
              arguments: { [name: string]: unknown }
              depends_on?: number[]
              why?: string
            }[]
            reasoning: string
            must_pass?: string[]
          }
        | { type: "plan.rejected"; control: string; issues: string[] }
        | {
            type: "judge.ruled"
            stage: string
            verdict: {
              task_evaluation?: { task_id: number; status: "done" | "failed" | "partial"; quality_score?: number }[]
              completed_tasks?: number[]
              failed_tasks?: number[]
              phase_completion_rate?: number
              phase_completed: boolean
              evidence?: number[]
              user_summary?: string
              next_action?: "continue_phase" | "end_phase" | "retry_failed" | "replan"
              failed_reason?: string
              amended_tasks?: { task_id: number; arguments: { [name: string]: unknown } }[]
              open?: string[]
            }
            corrections: string[]
          }
        | { type: "strategy.chosen"; strategy: string; reason: string }
        | {
            type: "steps.planned"
            generation: number
            steps: { id: number; description: string; dependencies?: number[]; tools: string[]; done_when: string }[]
            must_pass?: string[]
            changes?: "files" | "none" | "unsure"
          }
        | { type: "plan.cut"; stage: string; kept: number; dropped: string[] }
        | { type: "plan.replaced"; generation: number; reason: string; kept: number[] }
        | {
            type: "thought.made"
            stage: string
            user_summary: string
            task_completed: boolean
            next_steps_preview?: string
          }
        | { type: "note.made"; stage: string; kind: string; title: string; data?: unknown }
        | {
            type: "todo.changed"
            todos: { id: string; content: string; status: "pending" | "in_progress" | "completed" | "cancelled" }[]
            by: "model" | "engine"
          }
        | { type: "task.started"; task: string; id: number; number?: number; tool: string; title: string }
        | {
            type: "task.ended"
            task: string
            id: number
            number?: number
            tool: string
            status: "done" | "failed" | "unknown" | "refused" | "skipped"
            ms: number
            digest: string
            changes?: { path: string; before: string | null; after: string | null }[]
            artifacts?: { id: string; name: string; mime: string; size: number; width?: number; height?: number }[]
            said?: { command?: string; place?: string; waits?: true; verdict?: true }
            diff?: string
          }
        | { type: "process.started"; process: string; task: string; command: string }
        | {
            type: "process.ended"
            process: string
            task: string
            how: "exited" | "stopped" | "lost"
            code: number | null
            ms: number
          }
        | {
            type: "results.shown"
            stage: string
            results: { id: number; lines?: string; clip?: number; tokens?: number; as?: string }[]
            left_out?: number
          }
        | { type: "violation.recorded"; task: string; tool: string; reason: string; allowed: string[] }
        | { type: "checks.found"; checks: { name: string; command: string; source: string }[] }
        | {
            type: "check.ended"
            stage: string
            name: string
            command: string
            status: "passed" | "failed" | "broken"
            ms: number
            failing: string[]
            failures?: string[]
            tests?: number
            moment?: "base" | "round" | "phase" | "end"
            flaky?: string[]
            compared?: "own" | "as_before" | "says_nothing" | "unknown"
            script?: string
            hindrance?: "cut" | "empty" | "unable" | "refused"
          }
        | {
            type: "checkpoint.made"
            stage: string
            tree: string
            when: "before" | "after"
            changes?: { path: string; before: string | null; after: string | null }[]
          }
        | { type: "checkpoint.missed"; stage: string; ms: number; why?: string }
        | { type: "calls.cut"; stage: string; kept: number; of: number }
        | {
            type: "model.called"
            control: string
            rung: "named" | "required" | "schema" | "text" | "auto" | "none"
            attempt: number
            usage: { prompt: number; completion: number; cached: number }
            cost: number | null
            ms: number
            repeated?: number
            estimated?: number
            max_output?: number
            lost?: true
            said?: string
          }
        | {
            type: "model.failed"
            control: string
            n: number
            kind: string
            status?: number
            reason: string
            ms: number
            wait_ms: number | null
          }
        | { type: "window.learned"; model: string; tokens: number; before: number; prompt?: number; estimated: number }
        | {
            type: "constraints.set"
            task_type: string
            allowed: string[]
            forbidden?: string[]
            late?: string[]
            late_needs_work?: boolean
            ends_with?: string[]
            write_scope: string[]
            request_scope?: string[]
            reason: string
          }
        | {
            type: "budget.estimated"
            expected: { calls: number; tokens: number; cost: number | null }
            worst: { calls: number; tokens: number; cost: number | null }
          }
        | { type: "exception.asked"; task: string; tool: string; reason: string }
        | {
            type: "exception.decided"
            task: string
            tool: string
            decision: "granted" | "denied"
            by: "policy" | "user"
            reason: string
          }
        | {
            type: "reflection.raised"
            stage: string
            detector: string
            level: "guidance" | "replan" | "ask" | "fail"
            reason: string
            evidence: string[]
            suggestion: string
          }
        | { type: "context.measured"; stage: string; tokens: number; limit: number }
        | { type: "context.compacted"; stage: string; before: number; after: number; folded: string[] }
        | {
            type: "gate.ruled"
            attempt: number
            findings?: {
              label?: string
              about: string
              kind: "own" | "must_pass" | "unknown" | "open" | "unchanged"
              failures?: string[]
              isAdded?: true
              text: string
              said: string
            }[]
            settled?: {
              about: string
              by: "task" | "reason" | "user" | "closing"
              failures?: string[]
              tasks?: string[]
              text: string
            }[]
            missing: string[]
            suggestions?: string[]
            refused?: string[]
            changes: "made" | "none_wanted" | "none"
            checks?: string[]
            verified?: boolean
            proof?: string
            except?: string[]
            notes?: string[]
            withdrawn?: string[]
            on?: string
            next: "done" | "mend" | "end"
          }
        | { type: "deadlock.found"; waiting: { step: number; waits_for: number[]; why: string }[]; change: string }
    }
    LogPage: { events: components["schemas"]["LoggedEvent"][] }
    StreamState: {
      state:
        | "INTAKE"
        | "PLANNING"
        | "EXECUTING"
        | "VERIFYING"
        | "RECOVERING"
        | "WAITING"
        | "DONE"
        | "INCOMPLETE"
        | "FAILED"
        | "BLOCKED"
        | "CANCELLED"
      outcome: "done" | "incomplete" | "failed" | "blocked" | "cancelled" | "waiting" | "running"
      live: boolean
      here?: boolean
      queue?: {
        place: number
        reason: "busy" | "no_workers" | "workspace" | "tenant_runs" | "tenant_cost" | "tenant_tokens"
      }
    }
    AnswerRequest: { question?: string; text: string }
    ApproveRequest: {
      question?: string
      decision: "allow" | "allow_always" | "remember" | "deny"
      reason?: string
      edited?: unknown
    }
    TellRequest: { text: string; now?: boolean }
    CancelRequest: { reason?: string }
    ResumeRequest: {
      limits?: {
        max_iterations?: number
        max_model_calls?: number
        max_tasks_per_round?: number
        max_rounds?: number | null
        max_plan_steps?: number
        max_step_tool_calls?: number
        max_replans?: number
        max_time_ms?: number
        max_prompt_tokens?: number | null
        max_completion_tokens?: number | null
        max_cost?: number | null
        repairs_per_rung?: number
        calls_per_control?: number
        clarification_rounds?: number
        clarification_questions?: number
        attempts_per_task?: number
        parallel_tasks?: number
        parallel_phases?: number
        parallel_steps?: number
        round_timeout_ms?: number
        todo_nudges?: number
        read_write_timeout_ms?: number
        network_timeout_ms?: number
        execute_timeout_ms?: number
        slow_check_ms?: number
        check_timeout_ms?: number
        checkpoint_wait_ms?: number
        compact_at_tokens?: number
        compact_share?: number
        compact_to?: number
        keep_rounds?: number
        reserve_calls?: number
        reserve_tokens?: number
      }
      model?: string
    }
    ForkRequest: { from?: string; tell?: string }
    ArchiveRequest: { archived?: boolean }
    UndoRequest: { to?: string; round?: string; force?: boolean; redo?: boolean; file?: string; preview?: boolean }
    UndoReply: {
      run_id: string
      undo: string | null
      stages: string[]
      files: { path: string; deed: string }[]
      conflicts: { path: string; reason: string }[]
      left_out: { path: string }[]
      diff?: string
    }
    ActionReply: { run_id: string; live: boolean; hint?: string }
    CallList: {
      calls: {
        n: number
        key: string
        control: string
        model?: string
        rung: string
        attempt: number
        at: number
        ms: number | null
        usage: { prompt: number; completion: number; cached: number } | null
        cost: number | null
        lost: boolean
        issues: string[]
        kept: boolean
      }[]
    }
    ReplayRequest: { set: string[] }
    ReplayReply: {
      turns: number
      counts: {
        alarms: { fired: number; recorded: number; added: number; dropped: number }
        limits: { fired: number; recorded: number; added: number; dropped: number }
        violations: { fired: number; recorded: number; added: number; dropped: number }
      }
      rows: { mark: "+" | "-" | " "; place: string; name: string; kind: string; text: string }[]
    }
    OpenedCall: {
      n: number
      key: string
      control: string
      model?: string
      rung: string
      attempt: number
      at: number
      ms: number | null
      usage: { prompt: number; completion: number; cached: number } | null
      cost: number | null
      lost: boolean
      issues: string[]
      kept: boolean
      of: number
      max_output?: number
      choice?: string
      sent:
        | {
            kind: "system" | "tool" | "form" | "user" | "assistant" | "result"
            name?: string
            text: string
            calls?: { name: string; arguments: string }[]
            cut?: number
            same: boolean
            difference?: string
          }[]
        | null
      before: {
        n: number
        gone: {
          kind: "system" | "tool" | "form" | "user" | "assistant" | "result"
          name?: string
          text: string
          calls?: { name: string; arguments: string }[]
          cut?: number
        }[]
      } | null
      reply: { text: string; calls: { name: string; arguments: string }[]; finish: string; refused?: string } | null
    }
    Error: {
      error: {
        code: string
        message: string
        hint?: string
        decided?: {
          decision?: "allow" | "allow_always" | "remember" | "deny"
          reason?: string
          text?: string
          at?: number
          by?: string
        }
        run_id?: string
      }
    }
    CompareRequest: {
      request: string
      workspace?: string
      model?: string
      retries?: number
      profile?: "auto" | "small" | "usual"
      literal?: boolean
      settings?: { [name: string]: unknown }
      approve?: "ask" | "edits" | "full" | "read-only"
      review?: boolean
      scope?: string[]
      limits?: {
        max_iterations?: number
        max_model_calls?: number
        max_tasks_per_round?: number
        max_rounds?: number | null
        max_plan_steps?: number
        max_step_tool_calls?: number
        max_replans?: number
        max_time_ms?: number
        max_prompt_tokens?: number | null
        max_completion_tokens?: number | null
        max_cost?: number | null
        repairs_per_rung?: number
        calls_per_control?: number
        clarification_rounds?: number
        clarification_questions?: number
        attempts_per_task?: number
        parallel_tasks?: number
        parallel_phases?: number
        parallel_steps?: number
        round_timeout_ms?: number
        todo_nudges?: number
        read_write_timeout_ms?: number
        network_timeout_ms?: number
        execute_timeout_ms?: number
        slow_check_ms?: number
        check_timeout_ms?: number
        checkpoint_wait_ms?: number
        compact_at_tokens?: number
        compact_share?: number
        compact_to?: number
        keep_rounds?: number
        reserve_calls?: number
        reserve_tokens?: number
      }
      source?: string
      attachments?: { name: string; data: string }[]
      strategies: string[]
    }
    CompareReply: { comparison: string; runs: { run_id: string; strategy: string }[] }
    Config: {
      settings: {
        key: string
        value: unknown
        from: "command line" | "environment" | "project" | "user" | "default" | "remembered"
      }[]
      own: { [name: string]: unknown }
      user_file: string
      project_file: string
      providers: { id: string; label: string; home_page: string; is_set: boolean; models: string[] }[]
      refusal?: "remote" | "open"
    }
    ConfigRequest: { key: string; value?: unknown; confirmed?: boolean; base_url?: string }
    ConfigKept: { kept: true }
    KeyRequest: { provider: string; key: string }
    KeyReply: { variable: string; models: string[] }
    PruneRequest: { older_than_ms?: number; keep?: number; runs?: string[] }
    PruneReply: {
      runs: { id: string; title: string; updated_at: number; bytes: number }[]
      bytes: number
      checkpoints?: number
    }
    ChatRequest: {
      n?: 1 | null
      tools?: unknown[] | null
      functions?: unknown[] | null
      tool_choice?: ("none" | "auto") | null
      logprobs?: false | null
      modalities?: "text"[] | null
      response_format?:
        | ({ type: "text" } | { type: "json_schema"; json_schema: { schema: { [name: string]: unknown } } })
        | null
      model: string
      messages: {
        role: "system" | "developer" | "user" | "assistant" | "tool" | "function"
        content?: (string | ({ type: "text"; text: string } | { type: string })[]) | null
      }[]
      stream?: boolean | null
      stream_options?: { include_usage?: boolean | null } | null
      metadata?: { run_id?: string | null; workspace?: string | null } | null
    }
    ChatReply: {
      id: string
      object: "chat.completion"
      created: number
      model: string
      choices: {
        index: number
        message: { role: "assistant"; content: string }
        finish_reason: "stop"
        logprobs: null
      }[]
      usage: {
        prompt_tokens: number
        completion_tokens: number
        total_tokens: number
        prompt_tokens_details: { cached_tokens: number }
      }
      keelson: {
        run_id: string
        outcome: "done" | "incomplete" | "failed" | "blocked" | "cancelled" | "waiting" | "running"
        verified: boolean
        files: string[]
        missing?: string[]
        refused?: string[]
      }
    }
    ChatChunk: {
      id: string
      object: "chat.completion.chunk"
      created: number
      model: string
      choices: {
        index: number
        delta: { role?: "assistant"; content?: string; reasoning_content?: string }
        finish_reason: "stop" | null
      }[]
      usage?: {
        prompt_tokens: number
        completion_tokens: number
        total_tokens: number
        prompt_tokens_details: { cached_tokens: number }
      } | null
      keelson?: {
        run_id: string
        outcome: "done" | "incomplete" | "failed" | "blocked" | "cancelled" | "waiting" | "running"
        verified: boolean
        files: string[]
        missing?: string[]
        refused?: string[]
      }
    }
    ChatModel: { id: string; object: "model"; created: number; owned_by: "keelson" }
    ChatModelList: { object: "list"; data: components["schemas"]["ChatModel"][] }
    ChatError: { error: { message: string; type: string; param: null; code: string } }
  }
}
