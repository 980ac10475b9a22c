import type { LastOwner } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { buttonLink } from "../html/form.ts"
import { html } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { membersPath } from "./links.ts"

/** What is said instead of taking an organization's last owner away. */
export const refusedByLastOwner =
  (visit: InOrganization) =>
  ({ message }: LastOwner): Effect.Effect<Page> =>
    Effect.succeed({
      status: 409,
      title: "An organization needs an owner",
      body: html`${notice("bad", message)}
        <p>Make somebody else an owner first.</p>
        ${buttonLink("Members", membersPath(visit))}`
    })
