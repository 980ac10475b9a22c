import { element, showNotice } from "./notice.ts"

interface Saved {
  readonly form: string
  readonly person: string
}

const open = () =>
  typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("agent-operations.saved")

/** Tells the other tabs of this browser that a form was saved. */
export const tellSaved = (saved: Saved): void => {
  const channel = open()
  channel?.postMessage(saved)
  channel?.close()
}

const isOf = (form: HTMLFormElement, data: unknown) => {
  const { form: of, person } = (data ?? {}) as Partial<Saved>
  return of === form.dataset["draft"] && person === form.dataset["draftPerson"]
}

/** Says on a form that it was saved in another tab. */
export const hearSaved = (form: HTMLFormElement, isChanged: () => boolean): void => {
  // What is new in two tabs are two things.
  if (form.dataset["draftRevision"] === "") return
  const channel = open()
  channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!form.isConnected) return channel.close()
    if (!isOf(form, data)) return
    const text = isChanged()
      ? "This was saved in another tab of yours. What you typed here stays, and saving it will merge both."
      : "This was saved in another tab of yours, and this page shows what was there before."
    const reload = element("a", { href: location.pathname }, "Load the page again")
    showNotice(form, "tabs", "warning", element("p", {}, text, " ", ...(isChanged() ? [] : [reload])))
  })
}
