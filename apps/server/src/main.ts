#!/usr/bin/env -S node --max-semi-space-size=16
import { runMain } from "@agent-operations/admin"
import { root } from "./root.ts"

runMain(root, { version: "0.0.0" })
