import { Duration } from "effect"
import type { InOrganization, Page } from "../context.ts"
import { textField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { bdi, type Html, html } from "../html/html.ts"

/** How long from now on an owner can cancel a deletion. */
export const delayOf = ({ site }: Pick<InOrganization, "site">): Duration.Duration =>
  Duration.fromInputUnsafe(site.deletionDelay ?? "7 days")

const inWords = (delay: Duration.Duration): string => {
  const hours = Math.ceil(Duration.toHours(delay))
  const [count, noun] = hours % 24 === 0 && hours > 0 ? [hours / 24, "day"] : [hours, "hour"]
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

/** What is asked before a deletion is planned. */
interface Asked {
  /** "project" or "organization". */
  readonly what: string
  readonly name: string
  /** What goes with it. */
  readonly holds: Html
  readonly cancel: string
}

/** Asks for the name of what is to be deleted, so that nobody deletes another than they mean. */
export const confirmDeletion = (visit: InOrganization, { what, name, holds, cancel }: Asked, error?: string): Page => ({
  title: `Delete ${name}?`,
  narrow: true,
  ...(error !== undefined && { status: 422 }),
  body: html`<p>This deletes the ${what} ${bdi(name)} with ${holds}.</p>
    <p>
      It is done in <b>${inWords(delayOf(visit))}</b>. Until then every owner can cancel it, and members can still read
      everything here, but change nothing. API keys and connected applications are refused <b>at once</b>.
    </p>
    ${form({
      ...(error !== undefined && { errors: { name: error } }),
      body: html`${textField({
        name: "name",
        label: `Name of the ${what}`,
        hint: html`Type <b>${bdi(name)}</b> to confirm.`,
        error,
        required: true,
        autocomplete: "off",
        maxlength: 200
      })}
      ${actions(button(`Delete ${what}`, { kind: "danger" }), buttonLink("Cancel", cancel))}`
    })}`
})

/** What is wrong with the name that was typed, if it is another. */
export const wrongName = ({ form }: InOrganization, name: string): string | undefined =>
  form.text("name").trim() === name.trim() ? undefined : `This is not the name. Type it as it is written: ${name}`

/** What leads to the deletion, on a page of settings. */
export const deletionEntry = (what: string, href: string): Html =>
  html`<section class="danger-zone">
    <h2>Delete the ${what}</h2>
    <p>It is deleted after a while in which owners can cancel it.</p>
    ${actions(buttonLink(`Delete ${what}`, href, { kind: "danger" }))}
  </section>`
