import * as fc from "fast-check"
import type { BuilderForm } from "../src/content/sections/page-views/builder/model.ts"

/** Numbers in ways that `JSON.stringify` would not write them. */
const numeral = fc.constantFrom("0", "1.0", "12.50", "1e2", "2E-3", "320", "-7", "0.1")

const fields = fc.constantFrom(
  "trace.name",
  "trace.durationMs",
  "trace.status",
  "trace.startedAt",
  "trace.tags",
  "trace.attributes.a.b",
  "span.name",
  "custom.cost",
  "custom.gone",
  "nonsense",
  "trace.\r\nname"
)

const text = fc.oneof(
  fields,
  fc.string({ unit: "grapheme", maxLength: 8 }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom("", "12", "a\nb", "a\r\nb")
)
const quoted = fc.oneof(
  text.map((one) => JSON.stringify(one)),
  fc.constantFrom('"\\u0061\\/"', '"caf\\u00e9"')
)

/** JSON of any kind, in many spellings and layouts. */
const anyJson = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    numeral,
    quoted,
    fc.constantFrom(
      "true",
      "false",
      "null",
      "[ ]",
      "{ }",
      '["a", "b"]',
      '["", "a"]',
      "[1.0,2]",
      '"2015-11-20T10:00:00Z"'
    ),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(" , ")}]`),
    fc.array(fc.tuple(quoted, tie("value")), { maxLength: 3 }).map(objectText("  "))
  )
})).value

/** An object whose names are each there once, in a layout. */
function objectText(space: string) {
  return (members: ReadonlyArray<readonly [string, string]>): string => {
    const once = new Map(
      members.map(([key, raw]) => [JSON.parse(key) as string, `${key}${space === "" ? "" : " "}:${space}${raw}`])
    )
    return `{${space}${[...once.values()].join(`${space},${space}`)}${space}}`
  }
}

const layout = fc.constantFrom("", " ", "\n  ", "\n\t")

const member = (key: string, value: fc.Arbitrary<string>, isRequired = false) =>
  fc.tuple(fc.constant(JSON.stringify(key)), value, isRequired ? fc.constant(true) : fc.boolean())

const object = (...members: ReadonlyArray<ReturnType<typeof member>>) =>
  fc
    .tuple(
      layout,
      fc.tuple(...members, member("unknown", anyJson)).chain((all) =>
        fc.shuffledSubarray(
          all.filter(([, , isThere]) => isThere),
          { minLength: all.filter(([, , isThere]) => isThere).length }
        )
      )
    )
    .map(([space, all]) => objectText(space)(all.map(([key, raw]) => [key, raw] as const)))

const list = (item: fc.Arbitrary<string>) =>
  fc
    .tuple(layout, fc.array(item, { maxLength: 4 }))
    .map(([space, items]) => `[${space}${items.join(`,${space}`)}${items.length === 0 ? "" : space}]`)

const field = () =>
  member(
    "field",
    fields.map((one) => JSON.stringify(one)),
    true
  )

/** Settings of a page view that the builder can show, in every spelling. */
export const settings = object(
  member("target", fc.constantFrom('"traces"', '"trace"', '"reviews"'), true),
  member(
    "columns",
    list(
      object(
        field(),
        member("label", quoted),
        member("width", numeral),
        member("hidden", fc.constantFrom("true", "false"))
      )
    )
  ),
  member(
    "filters",
    list(
      object(
        field(),
        member("operator", fc.constantFrom('"eq"', '"ne"', '"gt"', '"in"', '"contains"', '"exists"'), true),
        member("value", anyJson)
      )
    )
  ),
  member("sort", list(object(field(), member("direction", fc.constantFrom('"asc"', '"desc"'), true)))),
  member(
    "groupBy",
    fc.oneof(
      fc.constant("null"),
      fields.map((one) => JSON.stringify(one))
    )
  ),
  member("extra", anyJson)
)

export const references = fc
  .tuple(layout, fc.uniqueArray(fc.constantFrom("cost", "per2", "aB_c"), { maxLength: 3 }))
  .chain(([space, aliases]) =>
    fc
      .tuple(
        ...aliases.map((alias) =>
          object(
            member("kind", fc.constantFrom('"custom_field"', '"page_view"'), true),
            member("id", fc.constant('"cf_01k9x3kzq5f2sa8m7n4d6b3y0e"'), true),
            member("revision", fc.constantFrom("null", "1", "12"))
          ).map((raw) => [JSON.stringify(alias), raw] as const)
        )
      )
      .map((all) => objectText(space)(all))
  )

/** What a browser would send of the builder's form. */
export const sentOf = (form: BuilderForm): URLSearchParams => {
  const sent = new URLSearchParams({ target: form.target, groupBy: form.groupBy })
  form.columns.forEach((row, n) => {
    sent.append("columns", String(n))
    for (const part of ["field", "label", "width"] as const) sent.append(`columns.${n}.${part}`, row[part])
    if (row.hidden) sent.append(`columns.${n}.hidden`, "true")
  })
  form.filters.forEach((row, n) => {
    sent.append("filters", String(n))
    for (const part of ["field", "operator", "input"] as const) sent.append(`filters.${n}.${part}`, row[part])
    for (const value of row.value) sent.append(`filters.${n}.value`, value.replaceAll("\n", "\r\n"))
  })
  form.sort.forEach((row, n) => {
    sent.append("sort", String(n))
    for (const part of ["field", "direction"] as const) sent.append(`sort.${n}.${part}`, row[part])
  })
  for (const { alias, revision } of form.references) sent.append(`references.${alias}.revision`, revision)
  return sent
}
