import { type ApiKey, ApiKeys } from "@agent-operations/auth"
import { DateTime, type Duration, Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { code } from "../html/code.ts"
import { type FieldErrors, radios, selectField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, html, time } from "../html/html.ts"
import { idempotencyField, idempotencyKeyOf } from "../once.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath } from "../paths.ts"
import { alreadyCreated } from "./already-created.ts"
import { expiryOf, lifetimes } from "./lifetimes.ts"
import { shownOnce } from "./shown-once.ts"
import { keyOf } from "./state.ts"

interface Overlap {
  readonly value: string
  readonly label: string
  readonly duration?: Duration.Input
}

const overlaps: ReadonlyArray<Overlap> = [
  { value: "none", label: "At once" },
  { value: "1h", label: "In an hour", duration: "1 hour" },
  { value: "1d", label: "In a day", duration: "1 day" },
  { value: "7d", label: "In 7 days", duration: "7 days" }
]

/** The value of the option by which the new key expires when the old one would have. */
const same = "same"

const page = (
  { membership, form: sent, site }: InOrganization,
  { name, preview, expiresAt }: ApiKey,
  errors: FieldErrors = {}
): Page => ({
  title: "Replace this key?",
  ...(Object.keys(errors).length > 0 && { status: 422 }),
  body: html`<p>
      You get a new key with the name and scopes of ${bdi(name)} (${code(preview)}), which
      ${expiresAt === null ? "never expires" : html`expires ${time(expiresAt)}`}.
    </p>
    ${form({
      errors,
      body: html`${radios({
        name: "overlap",
        label: "When the old key stops working",
        hint: "Until then both keys work, so that programs can switch over.",
        options: overlaps.map(({ value, label }) => ({ value, label })),
        chosen: [sent.has("overlap") ? sent.text("overlap") : "1d"],
        error: errors["overlap"]
      })}
      ${selectField({
        name: "expires",
        label: "The new key expires",
        options: [{ value: same, label: "When the old one would have" }, ...lifetimes],
        value: sent.has("expires") ? sent.text("expires") : same,
        error: errors["expires"]
      })}
      ${idempotencyField(sent)}
      ${actions(button("Replace key"), buttonLink("Cancel", organizationPath(site, membership, "keys")))}`
    })}`
})

export const askToReplaceKey = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    return page(visit, yield* keyOf(visit))
  })
)

/** Creates a key in the place of another, and shows it only once. */
export const replaceKey = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { membership, by, form, param } = visit
    const overlap = overlaps.find(({ value }) => value === form.text("overlap"))
    const expires = form.has("expires") ? form.text("expires") : same
    const expiresAt = expires === same ? undefined : expiryOf(expires, yield* DateTime.now)
    if (overlap === undefined || (expires !== same && expiresAt === undefined)) {
      return page(visit, yield* keyOf(visit), {
        ...(overlap === undefined && { overlap: "Choose when the old key stops working." }),
        ...(expires !== same && expiresAt === undefined && { expires: "Choose when the new key expires." })
      })
    }
    const { organizationId } = membership
    const idempotencyKey = idempotencyKeyOf(form)
    const until = html`<p>The old key stops working ${overlap.label.toLowerCase()}, unless it expires before.</p>`
    return yield* ApiKeys.use((keys) =>
      keys.replace({ organizationId, id: param("key"), overlap: overlap.duration, expiresAt, by, idempotencyKey })
    ).pipe(
      Effect.map((made) => shownOnce(visit, "The new key", made, until)),
      Effect.catchTag("AlreadyCreated", alreadyCreated(visit)),
      Effect.catchTag("TooManyKeys", ({ message }) =>
        Effect.map(keyOf(visit), (key) => page(visit, key, { overlap: message }))
      )
    )
  })
)
