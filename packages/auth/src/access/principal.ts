import type { Actor, Scope } from "@agent-operations/contract"

/** What a token was issued for; the two are not interchangeable. Law: A6. */
export type Audience = "rest" | "mcp"

/** Who a credential stands for, as of now. Laws: A2, A3, A5. */
export interface Principal {
  readonly actor: Actor
  readonly organizationId: string
  /** What the credential holds now, not what it held when issued. */
  readonly scopes: ReadonlyArray<Scope>
  /**
   * The project that was asked for, if the credential reaches it, and null where it does not. Where none was asked for:
   * the one that the credential is bound to, if it is.
   */
  readonly projectId: string | null
}

/** Whom an operation works for, and where. */
export interface Access {
  readonly actor: Actor
  readonly organizationId: string
  readonly projectId: string
}
