/** Holds pnpm-lock.yaml to its word: every package by its hash, none from anywhere but the registry. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { strangers } from "./strangers.ts"

const found = strangers(readFileSync(join(import.meta.dirname, "..", "..", "..", "pnpm-lock.yaml"), "utf8"))
for (const line of found) console.log(`Not a package of the registry by its hash: ${line}`)
process.exitCode = found.length === 0 ? 0 : 1
