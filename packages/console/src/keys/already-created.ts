import type { AlreadyCreated } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { code } from "../html/code.ts"
import { actions, buttonLink } from "../html/form.ts"
import { bdi, html } from "../html/html.ts"
import { organizationPath } from "../paths.ts"
import { findKey } from "./state.ts"

/** For a form that was sent again: no second key was created, and the first is not shown a second time. Law: A4. */
export const alreadyCreated = (visit: InOrganization) =>
  Effect.fnUntraced(function* ({ id }: AlreadyCreated) {
    const found = yield* findKey(visit, id)
    const key = found.works ? found.key : undefined
    const keys = (...rest: ReadonlyArray<string>) => organizationPath(visit.site, visit.membership, "keys", ...rest)
    return {
      title: "The key was created already",
      status: 409,
      body: html`<p>
          This form was sent before. The key that it created was shown then, and no second one was created.
        </p>
        ${
          key === undefined
            ? html`<p>That key no longer works.</p>`
            : html`<p>
                Nobody can look up ${bdi(key.name)} (${code(key.preview)}). If you did not copy it, replace it by a new
                one.
              </p>`
        }
        ${actions(
          key === undefined ? "" : buttonLink("Replace key", keys(key.id, "replace"), { kind: "primary" }),
          buttonLink("API keys", keys()),
          buttonLink("Create key", keys("new"))
        )}`
    } satisfies Page
  })
