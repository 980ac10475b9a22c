import type { Section } from "../Section.ts"
import { customFields } from "./custom-fields/index.ts"
import { pageViews } from "./page-views/index.ts"

/** The sections that the console comes with. */
export const views: ReadonlyArray<Section> = [pageViews, customFields]

export { customFields, pageViews }
