#!/usr/bin/env node
import { keepCompiled } from "./compile-cache.ts"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`error: This is Node ${process.versions.node}, and Node 22.19 or newer is needed.\n`)
  process.exit(1)
}
keepCompiled()
const { runOnProcess } = await import("./run-main.ts")
const { referenceListing } = await import("./reference.ts")
await runOnProcess({ families: referenceListing })
