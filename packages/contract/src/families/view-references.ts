import { referencesTo } from "../definition/references.ts"

/** References of page views and custom fields, which name either kind; a custom field may only refer to its own. */
export const ViewReferences = referencesTo("Reference", ["page_view", "custom_field"])
