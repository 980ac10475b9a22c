import { ApiKeys } from "@agent-operations/auth"
import { DateTime, Effect, Result } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { type FieldErrors, selectField, textField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { html } from "../html/html.ts"
import { readName } from "../names.ts"
import { idempotencyField, idempotencyKeyOf } from "../once.ts"
import { onlyManagers } from "../only.ts"
import { organizationPath } from "../paths.ts"
import { byFamily, readScopes, scopeFields } from "../scopes.ts"
import { alreadyCreated } from "./already-created.ts"
import { expiryOf, lifetimes } from "./lifetimes.ts"
import { shownOnce } from "./shown-once.ts"

const page = ({ membership, site, form: typed }: InOrganization, errors: FieldErrors = {}): Page => ({
  title: "Create API key",
  ...(Object.keys(errors).length > 0 && { status: 422 }),
  body: form({
    errors,
    body: html`${textField({
      name: "name",
      label: "Name",
      hint: "What will use it, so that you recognize it later.",
      value: typed.text("name"),
      error: errors["name"],
      required: true,
      maxlength: 120
    })}
    ${scopeFields(site, {
      label: "What it may do",
      groups: byFamily(Object.keys(site.scopes)),
      chosen: typed.all("scopes"),
      error: errors["scopes"]
    })}
    ${selectField({
      name: "expires",
      label: "Expires",
      options: lifetimes,
      value: typed.has("expires") ? typed.text("expires") : "90",
      error: errors["expires"]
    })}
    ${idempotencyField(typed)}
    ${actions(button("Create key"), buttonLink("Cancel", organizationPath(site, membership, "keys")))}`
  })
})

export const newKey = onlyManagers((visit) => Effect.succeed(page(visit)))

/** Creates a key, and shows it only once. */
export const createKey = onlyManagers(
  Effect.fnUntraced(function* (visit: InOrganization) {
    const { by, form, membership } = visit
    const name = readName(form.text("name"))
    const scopes = readScopes(visit.site, form.all("scopes"))
    const expiresAt = expiryOf(form.text("expires"), yield* DateTime.now)
    if (Result.isFailure(name) || scopes.length === 0 || expiresAt === undefined) {
      return page(visit, {
        ...(Result.isFailure(name) && { name: name.failure }),
        ...(scopes.length === 0 && { scopes: "Tick at least one thing that it may do." }),
        ...(expiresAt === undefined && { expires: "Choose when it expires." })
      })
    }
    const { organizationId } = membership
    const idempotencyKey = idempotencyKeyOf(form)
    return yield* ApiKeys.use((keys) =>
      keys.create({ organizationId, name: name.success, scopes, expiresAt: expiresAt ?? undefined, by, idempotencyKey })
    ).pipe(
      Effect.map((made) => shownOnce(visit, "Your new key", made)),
      Effect.catchTag("AlreadyCreated", alreadyCreated(visit)),
      Effect.catchTag("TooManyKeys", ({ message }) => Effect.succeed(page(visit, { name: message }))),
      // Those that are not offered were left out above.
      Effect.catchTag("ScopesNotOffered", Effect.die)
    )
  })
)
