import { expect, it } from "vitest"
import { makeProject } from "./project.ts"

it("a later run adds less than a second", async () => {
  const project = makeProject("")
  await project.run(["ao"]).ended
  const begun = performance.now()
  await project.run(["ao"]).ended
  expect(performance.now() - begun).toBeLessThan(2_000)
  project.remove()
})
