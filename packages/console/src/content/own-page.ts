import { Effect } from "effect"
import type { ContentHandler } from "../context.ts"
import { type Html, html } from "../html/html.ts"
import { requiring } from "./may.ts"

/** Who opens a page of a host's own, and where. */
export interface OwnPageVisit {
  readonly request: Request
  readonly project: { readonly id: string; readonly organizationId: string; readonly name: string }
  readonly person: { readonly id: string; readonly name: string }
}

/** A page of a host's own, in each project, within the console's layout. */
export interface OwnPage {
  /** Its path below a project's: `deployments`. */
  readonly path: string
  /** Its title, and what the navigation calls it. */
  readonly label: string
  /** The scope without which it is not there. */
  readonly scope?: string
  /** What stands below the title, made by `html`. A string is escaped. */
  readonly render: (visit: OwnPageVisit) => Html | string | Promise<Html | string>
}

/** Draws a page of the host's. What its function throws is a failure of the server. */
export const ownPage = ({ label, render, scope }: OwnPage): ContentHandler => {
  const page: ContentHandler = Effect.fnUntraced(function* ({ access, project, request }) {
    const { id, name } = access.actor
    const body = yield* Effect.promise(async () => render({ request, project, person: { id, name } }))
    return { title: label, body: html`${body}` }
  })
  return scope === undefined ? page : requiring(scope, `open ${label}`, page)
}
