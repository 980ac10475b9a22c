import { asking } from "./forms-asking.data.ts"
import { definitions, emptiedDefinitions } from "./forms-definitions.data.ts"
import { actions, administration, work } from "./forms-sending.data.ts"
import type { Forms } from "./forms.world.ts"

/** Every form of the console that sends something, and every one that asks. */
export const forms: Readonly<Record<"post" | "get", Forms>> = {
  post: { ...definitions, ...emptiedDefinitions, ...actions, ...work, ...administration },
  get: asking
}
