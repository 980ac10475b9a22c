import { customFields } from "./custom-fields/index.ts"
import { pageViews } from "./page-views/index.ts"

/** Page views and the custom fields that they use, which are served together. */
export const viewFamilies = [pageViews, customFields] as const
