import type { Section } from "./content/Section.ts"
import type { Option } from "./html/field.ts"
import { type Html, html } from "./html/html.ts"
import type { Site } from "./site.ts"

const listed = new Intl.ListFormat("en")

/**
 * The scopes of sections, each with what it lets a program do: "Read page views and custom fields".
 *
 * @example
 * scopesOf([section(AlertRule)]) // { "alerts:read": "Read alert rules", "alerts:write": "Create, change and …" }
 */
export const scopesOf = (sections: ReadonlyArray<Section>): Site["scopes"] => {
  const titles = new Map<string, Array<string>>()
  const phrases = new Map<string, string>()
  for (const { kind } of sections) {
    for (const [scope, phrase] of [
      [kind.scopes.read, "Read"],
      [kind.scopes.write, "Create, change and delete"]
    ] as const) {
      phrases.set(scope, phrases.get(scope) ?? phrase)
      titles.set(scope, [...(titles.get(scope) ?? []), kind.titlePlural])
    }
  }
  return Object.fromEntries(
    [...phrases].map(([scope, phrase]) => [scope, `${phrase} ${listed.format(titles.get(scope)!)}`])
  )
}

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
