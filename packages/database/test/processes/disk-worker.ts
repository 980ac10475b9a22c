import fs from "node:fs"
import { workerData } from "node:worker_threads"

/** PGlite's worker on a disk that counts its syncs in `workerData.syncs[0]`, and refuses them while `[1]` is not 0. */
const { syncs } = workerData as { readonly syncs: Int32Array }

for (const name of ["fsyncSync", "fdatasyncSync"] as const) {
  const sync = fs[name]
  fs[name] = (fd) => {
    if (syncs[1] !== 0) throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" })
    sync(fd)
    syncs[0]!++
  }
}

await import("../../src/internal/pglite/pglite-worker.ts")
