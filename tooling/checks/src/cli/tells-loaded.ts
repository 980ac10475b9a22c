// Tells its parent at the end of a process what it loaded: modules of its own, their bytes, and whether Node's `fetch`.
import { writeSync } from "node:fs"
import { registerHooks } from "node:module"

let [modules, bytes] = [0, 0]
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    if (url.startsWith("file:") && loaded.source != null) {
      modules++
      bytes += Buffer.byteLength(loaded.source)
    }
    return loaded
  }
})
process.once("exit", () => {
  const builtins = Reflect.get(process, "moduleLoadList") as ReadonlyArray<string>
  const fetches = builtins.some((name) => name.includes("undici"))
  writeSync(3, JSON.stringify({ modules, bytes, fetches }))
})
