import { release } from "../forms.ts"
import { draftsHere } from "./browser-storage.ts"
import { fieldsOf, isSame } from "./fields.ts"
import { element, hideNotice, pressable, showNotice } from "./notice.ts"
import { offer } from "./offer.ts"
import { send, turnTo } from "./send.ts"
import type { Owner } from "./store.ts"
import { hearSaved, tellSaved } from "./tabs.ts"
import { beforeEarlyTyping } from "./typed-early.ts"

/** How long somebody pauses before what they typed is kept, in milliseconds. */
const pause = 300

/** Where there is something to lose, leaving is asked about. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

const leave = (url: string) => {
  removeEventListener("beforeunload", askBeforeLeaving)
  location.assign(url)
}

const ownerOf = ({ dataset }: HTMLFormElement): Owner => ({
  person: dataset["draftPerson"] ?? "",
  form: dataset["draft"] ?? "",
  opened: crypto.getRandomValues(new Uint32Array(2)).join("")
})

/** Keeps what is typed in a form until it is saved, and tells whether there is any. */
const keepDraft = (form: HTMLFormElement) => {
  const drafts = draftsHere()
  const owner = ownerOf(form)
  const isUnsaved = form.dataset["draftUnsaved"] !== undefined
  const early = beforeEarlyTyping(form)
  let before = early ?? fieldsOf(form)
  let isTouched = early !== undefined
  let waiting: ReturnType<typeof setTimeout> | undefined

  const isChanged = () => isUnsaved || !isSame(before, fieldsOf(form))

  const keep = () => {
    clearTimeout(waiting)
    if (!form.isConnected || !(isTouched || isUnsaved)) return
    if (!isChanged()) {
      removeEventListener("beforeunload", askBeforeLeaving)
      return drafts?.drop(owner)
    }
    addEventListener("beforeunload", askBeforeLeaving)
    const isKept = drafts?.keep(owner, { revision: form.dataset["draftRevision"] ?? "", fields: fieldsOf(form) })
    if (isKept !== false) return hideNotice(form, "room")
    const text = "This browser has no room to keep what you type: save it before you close the page."
    showNotice(form, "room", "warning", element("p", {}, text))
  }

  // What scripts make of the form as it is opened is no change of anybody's.
  const touch = () => {
    if (!isTouched) before = fieldsOf(form)
    isTouched = true
  }
  for (const type of ["pointerdown", "keydown", "beforeinput", "drop"] as const) {
    form.addEventListener(type, touch, { capture: true, once: true })
  }
  const change = ({ isTrusted }: Event) => {
    if (!isTouched && !isTrusted) return void (before = fieldsOf(form))
    isTouched = true
    clearTimeout(waiting)
    waiting = setTimeout(keep, pause)
  }
  form.addEventListener("input", change)
  form.addEventListener("change", change)
  addEventListener("pagehide", keep)
  document.addEventListener("visibilitychange", keep)
  keep()

  return {
    drafts,
    owner,
    isChanged,
    keep,
    /** It is saved. */
    forget: () => {
      clearTimeout(waiting)
      removeEventListener("pagehide", keep)
      document.removeEventListener("visibilitychange", keep)
      drafts?.drop(owner)
    }
  }
}

const bodyOf = (form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === "string") body.append(name, value)
  return body
}

const startOne = (form: HTMLFormElement): void => {
  const kept = keepDraft(form)
  const { drafts, owner } = kept
  if (
    drafts !== undefined &&
    form.dataset["draftOffered"] !== undefined &&
    form.dataset["draftUnsaved"] === undefined
  ) {
    offer(form, drafts, drafts.of(owner))
  }
  hearSaved(form, kept.isChanged)
  for (const link of form.querySelectorAll("a[data-draft-discard]")) {
    link.addEventListener("click", () => {
      kept.forget()
      removeEventListener("beforeunload", askBeforeLeaving)
    })
  }

  const tryAgain = (submitter: HTMLElement | null) =>
    element(
      "div",
      { class: "actions" },
      pressable("Try again", "primary", () => form.requestSubmit(submitter))
    )

  const sendIt = async (submitter: HTMLElement | null) => {
    kept.keep()
    form.setAttribute("aria-busy", "true")
    const sent = await send(form, bodyOf(form, submitter), submitter)
    form.removeAttribute("aria-busy")
    release(form)
    switch (sent.type) {
      case "saved":
        kept.forget()
        tellSaved(owner)
        return leave(sent.url)
      case "page":
        removeEventListener("beforeunload", askBeforeLeaving)
        // The form of that page keeps it from then on, if there is anything to keep.
        for (const next of sent.page.querySelectorAll("form[data-draft-unsaved]")) {
          if (!kept.isChanged()) next.removeAttribute("data-draft-unsaved")
          kept.forget()
        }
        return turnTo(sent.page)
      case "failed": {
        const title = sent.page.querySelector("h1")?.textContent ?? ""
        const said = [...(sent.page.querySelector("[data-failure]")?.childNodes ?? [])]
        const stays = element("p", {}, "What you typed is still on this page.")
        showNotice(form, "sent", "bad", element("p", {}, element("b", {}, title)), ...said, stays, tryAgain(submitter))
        break
      }
      case "lost": {
        const text = "There is no connection to the server, so it is not known whether this was saved. "
        const stays = `What you typed is still on this page${drafts === undefined ? "" : ", and kept in this browser"}.`
        showNotice(form, "sent", "bad", element("p", {}, element("b", {}, text), stays), tryAgain(submitter))
      }
    }
    form.previousElementSibling?.scrollIntoView({ block: "nearest" })
  }

  // After what refuses to send a form twice, or one that is too large.
  document.addEventListener("submit", (event) => {
    if (event.target !== form || event.defaultPrevented) return
    event.preventDefault()
    hideNotice(form, "sent")
    void sendIt(event.submitter)
  })
}

/** Keeps what is typed in forms, offers it back, and saves them without leaving the page. */
export const start = (forms: ReadonlyArray<HTMLElement>): void => {
  for (const form of forms) if (form instanceof HTMLFormElement) startOne(form)
}
