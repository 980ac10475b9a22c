import type { Family, Operation, viewFamilies } from "@agent-operations/contract"

type Definition = Omit<
  Operation.EncodedInput<Family.OperationById<(typeof viewFamilies)[number], "create_page_view">>,
  "name"
>

const definition = (extra: unknown, more: object = {}, source: object = { type: "table" }) =>
  ({
    description: null,
    references: {},
    source,
    settings: { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra, ...more }
  }) as Definition

const code = (text: string) => definition({}, {}, { type: "react", code: text })

const many = <T>(count: number, item: (n: number) => T) => Array.from({ length: count }, (_, n) => item(n))

const nested = (inner: unknown, levels: number): unknown => {
  let value = inner
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}

/** Definitions of just under 1 MiB, as hard to show and to compare as we could make them: two revisions of each. */
export const largeDefinitions: Readonly<Record<string, (revision: number) => Definition>> = {
  "numbers below 240 objects": (revision) => definition(nested([...many(400_000, () => 1), revision], 240)),
  "a wide object": (revision) => definition(Object.fromEntries(many(70_000, (n) => [`k${n}`, revision]))),
  "a long string": (revision) => definition([`${"<".repeat(900_000)}${revision}`]),
  "many deep values": (revision) => definition(many(1800, () => nested(revision, 60))),
  "a list of other items": (revision) => definition(many(90_000, (n) => n * 2 + revision)),
  "empty lists": (revision) => definition([...many(340_000, () => []), [revision]]),
  "short lines": (revision) => code(many(130_000, (n) => ((n * revision) % 3 === 0 ? "&" : "<")).join("\n")),
  "a line of code": (revision) => code(`${"&".repeat(250_000)}${revision}`),
  "lines that all differ": (revision) => code(many(20_000, (n) => `line ${n}.${revision}`).join("\n")),
  "500 columns": (revision) =>
    definition(
      {},
      {
        columns: many(500, (n) => ({ field: `x${n}`.padEnd(190, "&"), label: `${revision}`.repeat(190) })),
        filters: many(500, () => ({ field: "trace.name", operator: "in", value: many(200, () => revision) }))
      }
    )
}
