import { assert, inject, it } from "vitest"
import { evaluationsTables } from "../src/evaluations-page.ts"
import { raceRuns } from "../src/evaluations/pace.ts"
import { measureRunReads } from "../src/evaluations/reads.ts"
import { measureScoring } from "../src/evaluations/scoring.ts"

it("whoever works on a run calls the app and scores rightly, and large runs are read to their end", async () => {
  const postgres = inject("postgresUrl")
  const runs = await raceRuns(postgres, { rounds: 1, items: 20 })
  const reads = [
    await measureRunReads(postgres, "PostgreSQL", { rounds: 1, sizes: [200, 400], requests: 2, targets: 200 })
  ]
  const scoring = await measureScoring(10)
  const results = { runs, reads, scoring }
  for (const value of [...Object.values(runs[0]!), ...Object.values(scoring), ...reads[0]!.beside])
    assert.isAbove(value, 0)
  const missed = { ...results, scoring: { first: 200, p50: 0.5, p99: 5 } }
  assert.include(evaluationsTables(missed), "| the first, with all that starts for it | **200.00** | ≤ 150 |")
  assert.include(evaluationsTables(missed), "| p50 | 0.50 | ≤ 1 |")
})
