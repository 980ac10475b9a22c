import type { Family } from "@agent-operations/contract"
import { describeField, type Field } from "@agent-operations/contract/records"
import type { Page } from "../page.ts"
import { blocks, code, table } from "./markdown.ts"

const typeOf = (field: Field): string => (typeof field === "string" ? field : `${field.each}, under any key`)
const nameOf = (record: string, name: string, field: Field): string =>
  `${record}.${name}${typeof field === "string" ? "" : "."}`

/** The fields that formulas, filters and columns may name, by record; none where no family has records. */
export const fieldPages = (families: ReadonlyArray<Family.Any>): ReadonlyArray<Page> => {
  const records = new Map(families.flatMap(({ records }) => Object.entries(records)))
  if (records.size === 0) return []
  return [
    {
      path: "fields",
      title: "Fields of records",
      summary: "What formulas, filters, columns and orders may name, with the type of each.",
      part: "Reference",
      markdown: blocks(
        "# Fields of records",
        "What formulas, filters, columns and orders may name. Any of them may be missing or null. A field that ends with a dot has a key of yours behind it, in which dots may be, too. A duration is in milliseconds, a cost in US dollars.",
        ...[...records].flatMap(([record, fields]) => [
          `## ${record}`,
          table(
            ["Field", "Type", ""],
            Object.entries(fields).map(([name, field]) => [
              code(nameOf(record, name, field)),
              typeOf(field),
              describeField(record, name) ?? ""
            ])
          )
        ])
      ),
      next: "packages"
    }
  ]
}
