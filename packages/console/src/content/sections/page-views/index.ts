import { operators, PageView, pageViewTargets } from "@agent-operations/contract"
import { section } from "../../Section.ts"
import { validated } from "../validation/index.ts"
import { asJson, inWords } from "../words.ts"
import { pageViewBuilder } from "./builder/index.ts"
import { rowsPreview } from "./rows.ts"
import { drawPageViewSettings } from "./settings.ts"

const settingsHint =
  `JSON. target is one of ${pageViewTargets.join(", ")}; all else may be left out: columns (field, label, width, ` +
  `hidden), filters (field, operator, value), sort (field, direction asc or desc), groupBy (a field or null), extra ` +
  `(any JSON). Operators: ${operators.join(", ")}.`

/** The pages of page views. */
export const pageViews = section(PageView, {
  about: "How a page of the product shows its rows: columns, filters and order, or a component of its own.",
  source: inWords("Source type", "Choose a source type.", {
    table: { label: "Table", about: "Rows and columns, as the settings say." },
    react: {
      label: "React component",
      about: "A TSX module whose default export is a component, which draws the rows within a sandbox.",
      text: "Code"
    }
  }),
  settings: asJson(settingsHint, {
    target: "traces",
    columns: [{ field: "trace.name" }],
    filters: [],
    sort: [],
    groupBy: null,
    extra: {}
  }),
  drawSettings: drawPageViewSettings,
  preview: rowsPreview,
  builder: pageViewBuilder,
  ...validated("page_view")
})
