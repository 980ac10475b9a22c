import { Dataset } from "@agent-operations/contract/datasets"
import { section } from "../../Section.ts"
import { inWords, withHints } from "../words.ts"
import { importAction, importPage } from "./import.ts"
import { itemsAction, itemsPage } from "./items.ts"
import { versionsAction, versionsPage } from "./versions.ts"

/** The pages of datasets. */
export const datasets = section(Dataset, {
  about: "Cases to evaluate with: what an app is given, and what is expected of it. Each change of items is a version.",
  source: inWords("What it holds", "Choose what the dataset holds.", {
    items: { label: "Items", about: "Its own items, which are created, imported, or made of traces." }
  }),
  settings: withHints({
    inputSchema: "JSON: a JSON Schema that each input keeps to, or null for any JSON.",
    expectedSchema: "JSON: a JSON Schema that each expected value keeps to, or null for any JSON.",
    metadataSchema: "JSON: a JSON Schema that all metadata keeps to, or null for any JSON."
  }),
  pages: [
    { path: "items", label: "Items", page: itemsPage, action: itemsAction },
    { path: "versions", label: "Versions", page: versionsPage, action: versionsAction },
    { path: "import", label: "Import", page: importPage, action: importAction }
  ]
})
