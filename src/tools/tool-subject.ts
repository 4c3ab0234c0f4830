/** The one thing that a call is about, as far as rules can look at it. */
export type ToolSubject =
  /** `network`: it asks for what its sandbox does not give it: its project's package registries, or these domains. */
  | { readonly kind: "command"; readonly command: string; readonly network?: boolean | readonly string[] | undefined }
  | { readonly kind: "url"; readonly url: string }
  /** In the workspace. */
  | { readonly kind: "paths"; readonly paths: readonly string[] }
