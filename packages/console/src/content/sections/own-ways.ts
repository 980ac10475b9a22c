import type { OwnWays } from "../render/jobs.ts"
import { drawCustomFieldSettings } from "./custom-fields/settings.ts"
import { drawPageViewSettings } from "./page-views/settings.ts"

/** How the built-in sections draw their settings, without the rest of the console, so that a worker loads quickly. */
export const ownWays: OwnWays = { page_view: drawPageViewSettings, custom_field: drawCustomFieldSettings }
