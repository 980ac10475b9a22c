import type { Option } from "./html/field.ts"
import { type Html, html } from "./html/html.ts"
import type { Site } from "./site.ts"

/** The scopes that are served as boxes to tick; of those that are asked for, where some are. */
export const scopeOptions = (
  { scopes }: Site,
  asked: ReadonlyArray<string> = Object.keys(scopes)
): ReadonlyArray<Option> =>
  Object.entries(scopes)
    .filter(([scope]) => asked.includes(scope))
    .map(([scope, words]) => ({ value: scope, label: words, hint: scope }))

/** The scopes that are served among the boxes that were ticked. */
export const readScopes = ({ scopes }: Site, values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value) => Object.hasOwn(scopes, value))

/** Scopes as a list, which breaks between them only. */
export const listScopes = (held: ReadonlyArray<string>): Html =>
  html`${held.map((scope, index) => html`${index > 0 && ", "}<span class="whole">${scope}</span>`)}`
