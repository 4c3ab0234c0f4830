import type { z } from "zod"
import * as api from "../../protocol/api/api.ts"
import { CallList, OpenedCall } from "../../protocol/api/call-api.ts"
import { ReplayReply, ReplayRequest } from "../../protocol/api/replay-api.ts"
import { RunResultSchema } from "../../protocol/api/run-result-schema.ts"

/** A reply: JSON of a schema, or something else of a type. */
type Reply = { readonly schema: string } | { readonly type: string }

/** One route as the description has it. */
export type RouteDescription = {
  readonly method: "get" | "post"
  readonly path: string
  readonly summary: string
  readonly query?: z.ZodObject
  readonly body?: string
  readonly status?: number
  readonly reply: Reply
  /** The schema of a refusal; `Error` unless told otherwise. */
  readonly failure?: string
  /** Needs no token. */
  readonly isOpen?: boolean
}

/** The schemas of requests and replies by the names that the description gives them. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Health: api.HealthReply,
  SessionRequest: api.SessionRequest,
  Session: api.SessionReply,
  AddressReply: api.AddressReply,
  Settings: api.SettingsReply,
  Models: api.ModelsReply,
  RunListItem: api.RunListItem,
  RunListPage: api.RunListPage,
  StartRequest: api.StartRequest,
  StartReply: api.StartReply,
  Run: api.RunReply,
  RunResult: RunResultSchema,
  LoggedEvent: api.LoggedEventSchema,
  LogPage: api.LogPage,
  StreamState: api.StreamState,
  AnswerRequest: api.AnswerRequest,
  ApproveRequest: api.ApproveRequest,
  TellRequest: api.TellRequest,
  CancelRequest: api.CancelRequest,
  ResumeRequest: api.ResumeRequest,
  ForkRequest: api.ForkRequest,
  ArchiveRequest: api.ArchiveRequest,
  UndoRequest: api.UndoRequest,
  UndoReply: api.UndoReply,
  ActionReply: api.ActionReply,
  CallList,
  ReplayRequest,
  ReplayReply,
  OpenedCall,
  Error: api.ErrorReply,
}

const action = { schema: "ActionReply" } as const

/** Every route of the API. */
export const ROUTES: readonly RouteDescription[] = [
  {
    method: "get",
    path: "/api/health",
    summary: "Whether the server is up",
    reply: { schema: "Health" },
    isOpen: true,
  },
  {
    method: "post",
    path: "/api/session",
    summary: "The token for the code of a printed address; a code is good once",
    body: "SessionRequest",
    reply: { schema: "Session" },
    isOpen: true,
  },
  {
    method: "post",
    path: "/api/session/address",
    summary: "Print a new address where the server runs",
    reply: { schema: "AddressReply" },
    isOpen: true,
  },
  { method: "get", path: "/api/settings", summary: "What a new run starts from", reply: { schema: "Settings" } },
  {
    method: "get",
    path: "/api/models",
    summary: "Which models could be asked now, and what the other providers lack",
    reply: { schema: "Models" },
  },
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This description",
    reply: { type: "application/json" },
  },
  {
    method: "get",
    path: "/api/runs",
    summary: "List runs, newest first",
    query: api.RunListQuery,
    reply: { schema: "RunListPage" },
  },
  {
    method: "post",
    path: "/api/runs",
    summary: "Start a run",
    body: "StartRequest",
    status: 201,
    reply: { schema: "StartReply" },
  },
  { method: "get", path: "/api/runs/{id}", summary: "A run and its result so far", reply: { schema: "Run" } },
  {
    method: "get",
    path: "/api/runs/{id}/log",
    summary:
      "The events of a run from a number on, or `at` a place; with Accept: application/x-ndjson as lines, which come as they are read",
    query: api.LogQuery,
    reply: { schema: "LogPage" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/opening",
    summary:
      "What a page shows a run with, as lines: its events after a number; of a long run how many entries have been read (`read`), then a `picture` of them all",
    query: api.OpeningQuery,
    reply: { type: "application/x-ndjson" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/picture",
    summary: "What is shown of a run after so many events; of stages long past in brief",
    query: api.PictureQuery,
    reply: { type: "application/json" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/part",
    summary: "What a picture leaves out of a stage: results, plan, ruling",
    query: api.PartQuery,
    reply: { type: "application/json" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/events",
    summary:
      "The events of a run as they come: fact (numbered, LoggedEvent), live (droppable), state and end (StreamState). Resumes after Last-Event-ID",
    query: api.EventsQuery,
    reply: { type: "text/event-stream" },
  },
  {
    method: "get",
    path: "/api/events",
    summary:
      "The events of many runs over one connection, each named as ID@SEQ. `event: run` says whose events follow; `refused` that one can't be followed",
    query: api.ManyEventsQuery,
    reply: { type: "text/event-stream" },
  },
  {
    method: "post",
    path: "/api/runs/{id}/answer",
    summary: "Answer a question in words, and go on",
    body: "AnswerRequest",
    reply: action,
  },
  {
    method: "post",
    path: "/api/runs/{id}/approve",
    summary: "Allow or deny what the run wants to do, and go on",
    body: "ApproveRequest",
    reply: action,
  },
  {
    method: "post",
    path: "/api/runs/{id}/tell",
    summary:
      "Say something to the run on its way; it is heard before the next call of the model, or, `now`, in place of the one under way",
    body: "TellRequest",
    reply: action,
  },
  {
    method: "post",
    path: "/api/runs/{id}/cancel",
    summary: "End the run with a report",
    body: "CancelRequest",
    reply: action,
  },
  {
    method: "post",
    path: "/api/runs/{id}/resume",
    summary: "Go on after a crash, a stop or a limit",
    body: "ResumeRequest",
    reply: action,
  },
  {
    method: "post",
    path: "/api/runs/{id}/fork",
    summary:
      "Go on in a new run that keeps what was recorded before a place of the log; without one, before the place where a change of code blocked it",
    body: "ForkRequest",
    status: 201,
    reply: { schema: "StartReply" },
  },
  {
    method: "post",
    path: "/api/runs/{id}/archive",
    summary: "Take the run out of lists, or put it back",
    body: "ArchiveRequest",
    reply: action,
  },
  {
    method: "post",
    path: "/api/runs/{id}/replay",
    summary: "What other guards would have said of the run; asks no model and changes nothing",
    body: "ReplayRequest",
    reply: { schema: "ReplayReply" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/calls",
    summary: "The calls of models that the run made, in the order of their replies",
    reply: { schema: "CallList" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/calls/{n}",
    summary: "One of them, by its number or its key: what was sent, what came back, why it was sent back",
    reply: { schema: "OpenedCall" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/report",
    summary: "The run as one file: HTML that needs no server, or Markdown",
    query: api.ReportQuery,
    reply: { type: "text/html" },
  },
  {
    method: "post",
    path: "/api/runs/{id}/undo",
    summary: "Put the workspace back as it was",
    body: "UndoRequest",
    reply: { schema: "UndoReply" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/diff",
    summary: "What the run changed, or one round of it",
    query: api.DiffQuery,
    reply: { type: "text/plain" },
  },
  {
    method: "get",
    path: "/api/runs/{id}/artifacts/{artifact}",
    summary: "A task's whole result, or a file that it made",
    query: api.ArtifactQuery,
    reply: { type: "text/plain" },
  },
]
