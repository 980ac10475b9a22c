import { beforeEach } from "vitest"

/** Bounds of time are for the code as it is, and not for code that counts what it runs through. */
beforeEach(({ task, skip }) => {
  if (task.name.includes("quickly")) skip("It measures time.")
})
