import type { Scorer } from "@agent-operations/contract/scorers"
import type { Scale } from "../../statistics/index.ts"

/** What is known of the values of a scorer. */
export const scaleOf = ({ output, higherIsBetter }: Pick<Scorer["settings"], "output" | "higherIsBetter">): Scale => {
  switch (output.type) {
    case "boolean":
      return { type: "boolean", range: [0, 1], higherIsBetter }
    case "number": {
      const { min, max } = output
      return { type: "number", range: min === null || max === null ? null : [min, max], higherIsBetter }
    }
    case "label": {
      const values = output.labels.flatMap(({ value }) => value ?? [])
      const range = values.length === 0 ? null : ([Math.min(...values), Math.max(...values)] as const)
      return { type: "label", range, higherIsBetter }
    }
  }
}
