import { Locked, lockDirectory } from "../../src/internal/pglite/directory-lock.ts"
import { command } from "./command.ts"

/** Takes the lock that it is told to, says how that went, and releases it at the next word. */
console.log("ready")
for (let path = await command(); path !== undefined; path = await command()) {
  const lock = lockDirectory(path)
  console.log(lock instanceof Locked ? `refused ${lock.owner.pid}` : "locked")
  await command()
  if (typeof lock === "function") lock()
  console.log("released")
}
