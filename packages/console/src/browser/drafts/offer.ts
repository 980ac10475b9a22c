import { fieldsOf, isSame, labelOf } from "./fields.ts"
import { element, hideNotice, pressable, showNotice } from "./notice.ts"
import { send, turnTo } from "./send.ts"
import type { Drafts, Fields, Kept } from "./store.ts"

/** When something was typed: the time of today, with the day of another. */
const when = (at: number): string => {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const
  return isToday
    ? date.toLocaleTimeString("en-GB", time)
    : date.toLocaleString("en-GB", { ...time, day: "numeric", month: "short" })
}

/** How much of what differs is shown. */
const maxLines = 200

const valuesOf = (fields: Fields, name: string) =>
  fields.flatMap(([each, value]) => (each === name ? [value] : [])).join("\n")

/** The lines that differ, field by field. */
const differences = async (form: HTMLFormElement, typed: Fields): Promise<ReadonlyArray<Node>> => {
  const { diffLines } = await import("@agent-operations/definition-diff")
  const here = fieldsOf(form)
  const names = new Set([...here, ...typed].map(([name]) => name))
  let left = maxLines
  return [...names].flatMap((name): ReadonlyArray<Node> => {
    const [before, after] = [valuesOf(here, name), valuesOf(typed, name)]
    if (before === after || left <= 0) return []
    const label = labelOf(form, name)
    const lines = diffLines(before, after)
      .filter(({ type }) => type !== "kept")
      .flatMap(({ type, items }) =>
        items.map((text) => {
          const [tag, sign, said] =
            type === "added" ? (["ins", "+", "Added: "] as const) : (["del", "−", "Removed: "] as const)
          return element(
            tag,
            { class: "line" },
            element("span", { class: "sign", "aria-hidden": "true" }, sign),
            element("code", {}, element("span", { class: "unseen" }, said), text.slice(0, 1000))
          )
        })
      )
      .slice(0, left)
    left -= lines.length
    return [
      element("p", {}, element("b", {}, label)),
      element("div", { class: "diff unnumbered", role: "group", "aria-label": label }, ...lines)
    ]
  })
}

const detailsOf = (form: HTMLFormElement, draft: Kept) => {
  const details = element("details", {}, element("summary", {}, "Show what differs"))
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) {
      differences(form, draft.fields).then((nodes) => details.append(...nodes), reportError)
    }
  })
  return details
}

/** Puts what was kept into the form, as the server does with what was posted, and leaves out nothing that a script draws. */
const restore = async (form: HTMLFormElement, drafts: Drafts, { key, fields, revision }: Kept) => {
  const body = new URLSearchParams(fields.map(([name, value]) => [name, value]))
  body.set("expectedRevision", revision)
  body.set("action", "edit")
  const sent = await send(form, body)
  if (sent.type === "page") {
    // The form that it is in now keeps it.
    drafts.remove(key)
    return turnTo(sent.page)
  }
  const why = sent.type === "lost" ? "The server can't be reached just now." : "The server did not give the form back."
  showNotice(form, "restore", "bad", element("p", {}, `${why} What you typed is still kept: try again.`))
}

/** Offers what somebody typed and did not save. */
export const offer = (form: HTMLFormElement, drafts: Drafts, kept: ReadonlyArray<Kept>): void => {
  const [draft] = kept.filter(({ key, fields }) => {
    if (!isSame(fields, fieldsOf(form))) return true
    drafts.remove(key)
    return false
  })
  if (draft === undefined) return
  const { draftRevision = "", draftTitle = "definition" } = form.dataset
  const what = draft.revision === "" ? `a new ${draftTitle}` : `revision ${draft.revision}`
  const isOlder = draft.revision !== draftRevision
  const now = isOlder ? ` The current one is revision ${draftRevision}: saving them will merge both.` : ""
  const next = () => {
    hideNotice(form, "draft")
    offer(form, drafts, kept.slice(kept.indexOf(draft) + 1))
  }
  showNotice(
    form,
    "draft",
    "warning",
    element("p", {}, element("b", {}, `You have unsaved changes of ${when(draft.at)} to ${what}.`), now),
    detailsOf(form, draft),
    element(
      "div",
      { class: "actions" },
      pressable("Restore them", "primary", () => void restore(form, drafts, draft)),
      pressable("Discard them", "plain", () => {
        drafts.remove(draft.key)
        next()
      })
    )
  )
}
