import { formBody } from "./form-body.ts"
import { maxBodyBytes } from "./limits.ts"

/** What became of a question: its answer, or why there is none, or nothing where it was stopped. */
export type Asked<A> =
  | { readonly type: "answer"; readonly answer: A }
  | { readonly type: "none"; readonly why: string; readonly isLost: boolean }
  | { readonly type: "stopped" }

const none = (why: string, isLost = false) => ({ type: "none", why, isLost }) as const

const whyOf = async (answer: Response): Promise<string> => {
  if (answer.status === 401 || answer.type === "opaqueredirect") {
    return "Your session has ended. Sign in again in another tab, then go on here: what you typed stays on this page."
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const [title, why] = ["h1", "[data-failure] p"].map((part) => page.querySelector(part)?.textContent?.trim())
  return title === undefined ? "The server could not answer. Try again." : `${title}. ${why ?? ""}`
}

/** Sends the fields of a form and some more, and reads the JSON that answers; nothing is saved. */
export const askForm = async <A>(
  form: HTMLFormElement,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal
): Promise<Asked<A>> => {
  const body = formBody(form, fields["action"] ?? "edit")
  for (const [name, value] of Object.entries({ ...fields, live: "true" })) body.set(name, value)
  if (body.toString().length > maxBodyBytes) return none("This is too large to be shown while you type.")
  try {
    // Not `form.action`, which is the field of that name.
    const to = form.getAttribute("action") ?? ""
    // Only those who have to sign in are led elsewhere, which may be to another host.
    const request = { method: "POST", body, redirect: "manual", ...(signal && { signal }) } as const
    const answer = await fetch(to, request)
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true
    return isJson && answer.ok ? { type: "answer", answer: await answer.json() } : none(await whyOf(answer))
  } catch (error) {
    if (signal?.aborted === true) return { type: "stopped" }
    if (!(error instanceof TypeError)) reportError(error)
    return none("There is no connection to the server. What you typed stays on this page.", true)
  }
}
