import { assert, type TestContext } from "vitest"
import { runFaults } from "../src/run.ts"
import { canCutPower } from "../src/scenarios/power-cut.ts"

/** Holds the server to its promises through a scenario's fault, and in the long run to the times of the README. */
export const hold = async (
  name: string,
  options: { readonly seed: number; readonly count?: number; readonly long: boolean },
  skip: TestContext["skip"]
): Promise<void> => {
  if (name.endsWith("disk") && process.getuid?.() !== 0) skip("only root can mount a small disk")
  if (name === "power-cut" && !canCutPower()) skip("it takes Linux, root and /dev/fuse")
  const { figures, failures } = await runFaults({ only: [name], ...options }, () => {})
  assert.deepStrictEqual(failures, [])
  assert.isNotEmpty(figures)
}
