#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { root } from "./root.ts"
import { runMain } from "./run.ts"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }

runMain(root, { version })
