import type { ChecksOf } from "../../per.ts"
import { ofCode } from "./code.ts"
import { ofCycles } from "./cycles.ts"
import { ofEffects } from "./effects.ts"
import { ofFormulas } from "./formulas.ts"
import { ofPins } from "./pins.ts"
import { ofReferences } from "./references.ts"
import { ofRevisions } from "./revisions.ts"
import { ofSettings } from "./settings.ts"
import { ofUses } from "./uses.ts"

/** What validate_page_view tells, and does not do. */
export const validation: ReadonlyArray<ChecksOf> = [
  ...ofCode,
  ...ofSettings,
  ...ofFormulas,
  ...ofUses,
  ...ofPins,
  ...ofRevisions,
  ...ofReferences,
  ...ofCycles,
  ...ofEffects
]
