import type { Page } from "../context.ts"
import { type FieldErrors, type OptionGroup, selectField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, type Html, html, time, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { facts } from "../html/table.ts"
import { byEffect, changesAnything, scopeFields } from "../scopes.ts"
import type { Site } from "../site.ts"
import type { AuthorizationRequest } from "@agent-operations/identity"
import { placeOptions, type Places } from "./places.ts"
import { formActionFor } from "./redirect.ts"
import { path } from "../paths.ts"

/** What the form has on it: before anything was chosen, and again after something was wrong. */
export interface Chosen {
  readonly target: string
  readonly scopes: ReadonlyArray<string>
  readonly errors: FieldErrors
}

const audiences: Readonly<Record<AuthorizationRequest["audience"], string>> = {
  rest: "The API, as a command-line client uses it",
  mcp: "The MCP server, as assistants use it"
}

const destination = ({ loopback, privateUse, redirectHost }: AuthorizationRequest): Html => {
  if (loopback) {
    return notice(
      "warning",
      html`<p>
        <b>The answer goes to a program on this computer</b> (<code>${redirectHost}</code>). This server can't tell
        which one. Allow it only if you started this yourself, just now.
      </p>`
    )
  }
  if (privateUse) {
    return notice(
      "warning",
      html`<p>
        <b>The answer goes to the program on this device that opens <code>${redirectHost}</code> links.</b> This server
        can't tell which one. Allow it only if you started this yourself, just now.
      </p>`
    )
  }
  return notice(
    "warning",
    html`<p>
      <b>The answer goes to <code>${redirectHost}</code>.</b> The name above is what the application calls itself;
      nobody has verified it. Allow it only if you know that address.
    </p>`
  )
}

const asked = ({ client, redirectHost, audience, offline }: AuthorizationRequest) =>
  facts([
    ["Application", bdi(client.name)],
    ["Answer goes to", html`<code>${redirectHost}</code>`],
    ...(client.uri === null ? [] : [["Says its page is", bdi(hostOf(client.uri))] as const]),
    ...(client.knownSince === null ? [] : [["Known here since", time(client.knownSince)] as const]),
    ["Works through", audiences[audience]],
    ["How long", offline ? "Until you disconnect it, even while you are away" : "For a short time, then it asks again"]
  ])

const hostOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).host : uri)

const question = (
  site: Site,
  request: AuthorizationRequest,
  options: ReadonlyArray<OptionGroup>,
  isCut: boolean,
  chosen: Chosen
) =>
  form({
    errors: chosen.errors,
    body: html`${selectField({
      name: "target",
      label: "Project",
      hint: isCut
        ? "It reaches this project, and no other. Of some organizations, only the first projects by name are offered."
        : "It reaches this project, and no other.",
      options: onlyOne(options) ? options : [{ value: "", label: "Choose a project" }, ...options],
      value: chosen.target,
      error: chosen.errors["target"],
      required: true
    })}
    ${scopeFields(site, {
      label: "What it may do there, in your name",
      groups: byEffect(
        Object.keys(site.scopes).filter((scope) => request.scopes.includes(scope)),
        { reads: "Read", writes: "Change, for everybody in the project" }
      ),
      chosen: chosen.scopes,
      error: chosen.errors["scopes"]
    })}
    ${cannot(request)}
    ${actions(
      button("Allow", { name: "decision", value: "allow" }),
      button("Deny", { name: "decision", value: "deny", kind: "plain" })
    )}`
  })

/** What no scope lets a program do, so that nobody has to guess. */
const cannot = ({ scopes }: AuthorizationRequest) =>
  html`<h2>What it can't do</h2>
    <ul>
      ${when(!changesAnything(scopes), () => html`<li>Change or delete anything: it asks to read only.</li>`)}
      <li>Do more than you may, or more than is ticked above.</li>
      <li>Reach another project, or another organization of yours.</li>
      <li>Create, see or revoke API keys, or connect other applications.</li>
      <li>Invite, change or remove members, change settings, or read the audit log.</li>
      <li>Sign in here as you.</li>
    </ul>`

const onlyOne = (options: ReadonlyArray<OptionGroup>) => options.flatMap(({ options }) => options).length === 1

const nowhere = (site: Site) => html`
  ${notice("plain", "You have no project yet that it could use.")}
  <p>Create one, and then open this request again from the application.</p>
  ${form({
    body: actions(
      buttonLink("Go to your organizations", path(site, "organizations")),
      button("Deny", { name: "decision", value: "deny", kind: "plain" })
    )
  })}
`

/** Who asks for what, and the answer. */
export const consentPage = (
  site: Site,
  request: AuthorizationRequest,
  places: ReadonlyArray<Places>,
  chosen: Chosen
): Page => {
  const options = placeOptions(places)
  const formAction = formActionFor(request.redirectUri)
  return {
    title: `Allow ${request.client.name}?`,
    alone: true,
    ...(Object.keys(chosen.errors).length > 0 && { status: 422 }),
    ...(formAction !== undefined && { formAction }),
    body: html`<p><b>${bdi(request.client.name)}</b> asks to act in your name on ${site.name}.</p>
      ${asked(request)} ${destination(request)}
      ${
        options.length === 0
          ? nowhere(site)
          : question(
              site,
              request,
              options,
              places.some(({ isCut }) => isCut),
              chosen
            )
      }
      ${when(options.length > 0, () => html`<p class="quiet">You can take it back on your account's page, and so can owners and admins of the project's organization.</p>`)}`
  }
}
