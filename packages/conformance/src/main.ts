#!/usr/bin/env node
import { runCommand } from "./command/command.ts"

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  tell: (line) => process.stderr.write(`${line}\n`),
  env: process.env
})
