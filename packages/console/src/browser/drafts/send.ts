/** How long an answer is waited for: longer than the server takes at most. */
const patience = 30_000

/** What became of a form that was sent. */
export type Sent =
  | { readonly type: "saved"; readonly url: string }
  /** A page of the console: the form again with what is wrong, or a conflict. */
  | { readonly type: "page"; readonly page: Document }
  /** The server said why it did nothing, on a page without the form. */
  | { readonly type: "failed"; readonly page: Document }
  /** There was no answer. */
  | { readonly type: "lost" }

/** Sends a form without leaving its page. */
export const send = async (
  form: HTMLFormElement,
  body: URLSearchParams,
  submitter: HTMLElement | null = null
): Promise<Sent> => {
  try {
    // Not `form.action`, which is the field of that name.
    const to = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href
    const answer = await fetch(to, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(patience)
    })
    if (answer.redirected && answer.ok) return { type: "saved", url: answer.url }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    if (page.querySelector("main") === null) return { type: "lost" }
    return { type: page.querySelector("[data-failure]") === null ? "page" : "failed", page }
  } catch {
    return { type: "lost" }
  }
}

/** Shows another page of the same place. */
export const turnTo = (page: Document): void => {
  const [shown, next] = [document.querySelector("main"), page.querySelector("main")]
  if (shown === null || next === null) return
  document.title = page.title
  shown.replaceWith(next)
  scrollTo(0, 0)
  next.focus({ preventScroll: true })
  next.dispatchEvent(new Event("content-added", { bubbles: true }))
}
