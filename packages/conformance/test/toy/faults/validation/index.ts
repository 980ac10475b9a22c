import type { Faults } from "../fault.ts"
import { inCode } from "./code.ts"
import { cycles } from "./cycles.ts"
import { effects } from "./effects.ts"
import { inFormulas } from "./formulas.ts"
import { places } from "./places.ts"
import { inSettings } from "./settings.ts"
import { uses } from "./uses.ts"
import { whole } from "./whole.ts"

/** Servers that validate wrongly. */
export const validation: Faults = {
  ...whole,
  ...effects,
  ...uses,
  ...cycles,
  ...places,
  ...inCode,
  ...inSettings,
  ...inFormulas
}
