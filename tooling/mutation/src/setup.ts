import { join } from "node:path"
import { beforeAll, beforeEach } from "vitest"

// What runs as a module loads is everybody's, and not the first test's that happens to load it.
for (const source of JSON.parse(process.env["MUTATION_SOURCES"] ?? "[]") as Array<string>)
  await import(join(process.cwd(), source))

// What a test starts has the fault too: a worker thread or a process of its own reads it there.
beforeAll(() => {
  const { activeMutant } = (globalThis as { __stryker__?: { activeMutant?: string } }).__stryker__ ?? {}
  if (activeMutant === undefined) delete process.env["__STRYKER_ACTIVE_MUTANT__"]
  else process.env["__STRYKER_ACTIVE_MUTANT__"] = activeMutant
})

// Bounds of time are for the code as it is, and not for code that counts what it runs through.
beforeEach(({ task, skip }) => {
  if (task.name.includes("quickly")) skip("It measures time.")
})
