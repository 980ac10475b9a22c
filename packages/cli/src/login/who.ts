import { CommandError, exitOf, exits, messageOf } from "../errors.ts"

/** Whom a credential stands for, as the server says. */
export interface Who {
  readonly actor: { readonly type: string; readonly id: string; readonly name: string }
  readonly organizationId: string
  readonly projectId: string
  readonly scopes: ReadonlyArray<string>
}

interface Refusal {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly details?: unknown
}

interface Envelope {
  readonly data?: Partial<Who>
  readonly error?: Partial<Refusal>
}

const isRefusal = (error: Partial<Refusal> | null | undefined): error is Refusal =>
  [error?.code, error?.message, error?.hint].every((member) => typeof member === "string")

const notServed = "See that the address is that of an Agent Operations server, and that it can be reached."

const isWho = (data: Partial<Who> | undefined): data is Who =>
  typeof data?.actor?.name === "string" && typeof data.projectId === "string" && Array.isArray(data.scopes)

/** Asks a server whom a credential stands for; a token brings its project, and a key has to name it. */
export const askWho = async (
  {
    url,
    credential,
    projectId
  }: { readonly url: string; readonly credential: string; readonly projectId?: string | undefined },
  signal: AbortSignal
): Promise<Who> => {
  const headers = {
    authorization: `Bearer ${credential}`,
    ...(projectId !== undefined && { "x-project-id": projectId })
  }
  let status = 0
  let envelope: Envelope | null
  try {
    const answer = await fetch(`${url}/api/cli`, {
      headers,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)])
    })
    status = answer.status
    envelope = (await answer.json()) as Envelope | null
  } catch (error) {
    signal.throwIfAborted()
    const { cause } = error as Error
    // A credential that no header takes would be shown.
    const why = messageOf(cause ?? error).replaceAll(credential, "…")
    throw new CommandError(`${url} does not say who this is: ${why}`, {
      code: status === 0 ? "CONNECTION_FAILED" : "NOT_AN_ENVELOPE",
      hint: notServed,
      exit: exits.server
    })
  }
  if (isWho(envelope?.data)) return envelope.data
  const refusal = envelope?.error
  const { code, message, hint, details } = isRefusal(refusal)
    ? refusal
    : { code: "NOT_AN_ENVELOPE", message: `${url} does not say who this is.`, hint: notServed, details: undefined }
  throw new CommandError(message, { code, hint, details, exit: exitOf({ code: code as never, status }) })
}
