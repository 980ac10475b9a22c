#!/usr/bin/env node
import { enableCompileCache } from "node:module"

enableCompileCache()
// What it imports is compiled once, and not at each call.
const { runMain } = await import("./run-main.ts")
await runMain()
