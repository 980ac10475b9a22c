#!/usr/bin/env -S node --max-semi-space-size=16
import { keepCompiled } from "./compile-cache.ts"

keepCompiled()
// Not by name: what is imported so is compiled before anything runs.
const [{ runMain }, { root }] = await Promise.all([import("@agent-operations/admin"), import("./root.ts")])

runMain(root, { version: "0.0.0" })
