import { checkboxes, type Option } from "./html/field.ts"
import { bdi, type Html, html, when } from "./html/html.ts"
import type { Site } from "./site.ts"
import { capital } from "./content/words.ts"

/** Scopes that belong together, under a heading. */
export interface ScopeGroup {
  readonly title: string
  readonly scopes: ReadonlyArray<string>
}

/** Whether a scope only reads; what the other scopes do is seen by others. */
const onlyReads = (scope: string): boolean => scope.endsWith(":read")

const familyOf = (scope: string) => scope.split(":", 1)[0] ?? scope

/** Whether one of the scopes does more than read. */
export const changesAnything = (scopes: ReadonlyArray<string>): boolean => !scopes.every(onlyReads)

/** Scopes by what they are about ("views", "traces"), each reading first. */
export const byFamily = (scopes: ReadonlyArray<string>): ReadonlyArray<ScopeGroup> =>
  [...new Set(scopes.map(familyOf))].map((family) => {
    const own = scopes.filter((scope) => familyOf(scope) === family)
    return {
      title: capital(family),
      scopes: [...own.filter(onlyReads), ...own.filter((scope) => !onlyReads(scope))]
    }
  })

/** What only reads, and what changes something: the latter is set apart. */
export const byEffect = (
  scopes: ReadonlyArray<string>,
  titles: { readonly reads: string; readonly writes: string }
): ReadonlyArray<ScopeGroup> =>
  [
    { title: titles.reads, scopes: scopes.filter(onlyReads) },
    { title: titles.writes, scopes: scopes.filter((scope) => !onlyReads(scope)) }
  ].filter(({ scopes }) => scopes.length > 0)

const optionsOf = ({ scopes }: Site, { scopes: own }: ScopeGroup): ReadonlyArray<Option> =>
  own.map((scope) => ({ value: scope, label: scopes[scope] ?? scope, hint: scope }))

/** Groups of scopes as boxes to tick, all of one field. */
export const scopeFields = (
  site: Site,
  {
    label,
    groups,
    chosen,
    error
  }: {
    readonly label: string
    readonly groups: ReadonlyArray<ScopeGroup>
    readonly chosen: ReadonlyArray<string>
    readonly error: string | undefined
  }
): Html =>
  html`<fieldset class="field scopes" id="scopes" ${when(error, () => html`aria-describedby="scopes-error"`)}>
    <legend>${label}</legend>
    ${when(error, (error) => html`<p class="error" id="scopes-error"><b>Error:</b> ${error}</p>`)}
    ${groups.map((group, index) =>
      checkboxes({ name: "scopes", id: `scopes-${index}`, label: group.title, options: optionsOf(site, group), chosen })
    )}
  </fieldset>`

/** The scopes that are served among the boxes that were ticked, each once. */
export const readScopes = ({ scopes }: Site, values: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set(values)].filter((value) => Object.hasOwn(scopes, value))

/** Scopes as a list, which breaks between them only. */
export const listScopes = (held: ReadonlyArray<string>): Html =>
  html`${held.map((scope, index) => html`${index > 0 && ", "}<span class="whole">${scope}</span>`)}`

/** Scopes with the sentence that says what each lets a program do. One that is not served any more lets it do nothing. */
export const explainScopes = ({ scopes }: Site, held: ReadonlyArray<string>): Html =>
  html`${byFamily(held).map(
    (group) =>
      html`<h3>${bdi(group.title)}</h3>
        <ul>
          ${group.scopes.map((scope) => html`<li>${scopes[scope] ?? "Nothing on this server any more"} <code>${scope}</code></li>`)}
        </ul>`
  )}`
