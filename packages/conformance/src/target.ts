/** What a server's own validation takes of a kind; what is left out is that of the kind's example. */
export interface Fixture {
  readonly source?: unknown
  readonly settings?: unknown
  /** What every definition of the kind has to refer to, by alias. It has to be in the target's project. */
  readonly references?: object | undefined
}

/** A server to check, and what the checks may use of it. */
export interface Target {
  /** What stands before `/api/agent`: `https://ops.example.com/ops`. */
  readonly url: string
  /** Answers a request. Default: the platform's `fetch`; an in-process handler serves as well. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** A credential that holds every scope of the families that are checked. */
  readonly key: string
  /** A project that it reaches, to write in. Definitions that the checks create have names of their own, and are deleted. */
  readonly projectId: string
  /** A credential of the same organization that holds the scopes that reading requires, and no other. */
  readonly readOnlyKey?: string | undefined
  /** Another project that `key` reaches. */
  readonly otherProjectId?: string | undefined
  /** Another organization: a credential that holds every scope, and a project of its own. */
  readonly foreign?: { readonly key: string; readonly projectId: string } | undefined
  /** Creates a credential of the same organization that holds some scopes, and no other. */
  readonly makeKey?: ((scopes: ReadonlyArray<string>) => Promise<MadeKey>) | undefined
  /**
   * By the name of a kind, what to create of it where its example is not taken: a currency that there is, say. Or what
   * makes that from the name that a definition is given.
   */
  readonly fixtures?: Readonly<Record<string, Fixture | ((name: string) => Fixture)>> | undefined
}

/** A credential that was created for a check, and what revokes it. */
export interface MadeKey {
  readonly key: string
  readonly revoke: () => Promise<unknown>
}

/** A target that has to be started, and stopped in the end. */
export interface StartedTarget extends Target {
  readonly close?: (() => Promise<unknown>) | undefined
}

/** What a target may leave out, and the checks that need it are then not made. */
export type Optional = "readOnlyKey" | "otherProjectId" | "foreign" | "makeKey"
