#!/usr/bin/env node
import { keepCompiled } from "./compile-cache.ts"

keepCompiled()
const { runOnProcess } = await import("./run-main.ts")
await runOnProcess()
