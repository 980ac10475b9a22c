/**
 * Every scope that a credential can hold. Source: the specification's table of scope families.
 *
 * @example
 * isScope("views:read") // true
 */
export const scopes = [
  "traces:read",
  "traces:write",
  "prompts:read",
  "metrics:read",
  "datasets:read",
  "datasets:write",
  "scorers:read",
  "scorers:write",
  "views:read",
  "views:write",
  "apps:read",
  "apps:write",
  "evals:read",
  "evals:write",
  "reviews:read",
  "reviews:write"
] as const

export type Scope = (typeof scopes)[number]

export const isScope = (value: string): value is Scope => (scopes as ReadonlyArray<string>).includes(value)
