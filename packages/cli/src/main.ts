#!/usr/bin/env node
import { enableCompileCache } from "node:module"

enableCompileCache()
// What it imports is compiled once, and not at each call.
const { runOnProcess } = await import("./run-main.ts")
await runOnProcess()
