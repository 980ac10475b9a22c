import { labels } from "./labels.ts"
import { rendering } from "./rendering.ts"

/** Checks of prompts, where they are served. */
export const prompts = [...labels, ...rendering]
