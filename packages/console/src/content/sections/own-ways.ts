import type { OwnWays } from "../render/jobs.ts"
import { drawCustomFieldSettings } from "./custom-fields/settings.ts"
import { drawPageViewSettings } from "./page-views/settings.ts"

/** What the console's worker draws of its own sections: light, since a thread loads it. */
export const ownWays: OwnWays = { page_view: drawPageViewSettings, custom_field: drawCustomFieldSettings }
